import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';
import { account as t } from '../../strings/account.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { SignInState } from '../../ui/sign-in-state.js';
import { SignOut } from '../../ui/sign-out.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** Where one is signed in, and was. */
export function SignIns() {
  const list = useList('/me/sign-ins', { query: { limit: 20 } });
  return (
    <Section title={t.signIns} hint={t.signInsHint}>
      <List
        label={t.signIns}
        list={list}
        idOf={({ id }) => id}
        empty={t.noSignIns}
        columns={[
          { header: t.how, cell: (signIn) => <How signIn={signIn} /> },
          { header: t.started, cell: ({ startedAt }) => <Instant iso={startedAt} /> },
          { header: t.lastSeen, cell: ({ lastSeenAt }) => <Instant iso={lastSeenAt} /> },
          { header: t.status, cell: (signIn) => <SignInState signIn={signIn} /> },
          { header: t.actions, cell: (signIn) => <End signIn={signIn} /> },
        ]}
      />
    </Section>
  );
}

function How({ signIn: { method, current } }: { signIn: Schemas['SignIn'] }) {
  return (
    <>
      <strong>{t.methods[method]}</strong>
      {current && <div className="dimmed">{t.current}</div>}
    </>
  );
}

function End({ signIn: { id, status, current } }: { signIn: Schemas['SignIn'] }) {
  if (status !== 'open') return null;
  if (current) return <SignOut />;
  return (
    <WriteAction
      label={t.end}
      about={t.endAbout}
      to="POST /me/sign-ins/{signInId}/end"
      path={{ signInId: id }}
      done={t.ended}
      isDanger
    />
  );
}
