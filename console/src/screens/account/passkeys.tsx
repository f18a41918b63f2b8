import type { Schemas } from '@delivery-service/client';
import { Alert, Group } from '@mantine/core';
import { createPasskey, deviceName } from '../../api/passkeys.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { account as t } from '../../strings/account.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Day, Instant } from '../../ui/value.js';
import { ChangesAction, WriteAction } from '../../ui/write-action.js';

type Passkey = Schemas['Passkey'];

/** One's passkeys, and adding one. */
export function Passkeys({ hasJoined }: { hasJoined: boolean }) {
  const list = useList('/me/passkeys', { query: { limit: 20 } });
  const count = list.items.length;
  return (
    <Section title={t.passkeys} hint={t.passkeysHint} actions={<AddPasskey />}>
      {hasJoined && count > 1 && (
        <Alert color="orange" role="status" mb="sm">
          {t.joined(count)}
        </Alert>
      )}
      <List
        label={t.passkeys}
        list={list}
        idOf={({ id }) => id}
        empty={t.noPasskeys}
        columns={[
          { header: t.passkey, cell: (passkey) => <What passkey={passkey} /> },
          { header: t.kept, cell: ({ backedUp }) => (backedUp ? t.backedUp : t.onDevice) },
          { header: t.added, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
          {
            header: t.lastUsed,
            cell: ({ lastUsedDay }) => (lastUsedDay === null ? t.never : <Day iso={lastUsedDay} />),
          },
          { header: t.actions, cell: (passkey) => <PasskeyActions passkey={passkey} /> },
        ]}
      />
    </Section>
  );
}

function What({ passkey: { label, domain } }: { passkey: Passkey }) {
  const { hostname } = window.location;
  const isOfHere = hostname === domain || hostname.endsWith(`.${domain}`);
  return (
    <>
      <strong>{label}</strong>
      {!isOfHere && <div className="alarming">{t.otherDomain(domain)}</div>}
    </>
  );
}

function AddPasskey() {
  const { client } = useSession();
  return (
    <WriteAction
      label={t.add}
      about={t.addAbout}
      fields={{ label: { kind: 'text', label: t.label, hint: t.labelHint, initial: deviceName() } }}
      to="POST /me/passkeys"
      body={async ({ label }) => {
        const { data } = await client.post('/me/passkeys/options');
        return { label, passkey: await createPasskey(data.options) };
      }}
      done={t.addDone}
    />
  );
}

function PasskeyActions({ passkey: { id, label } }: { passkey: Passkey }) {
  const path = { passkeyId: id };
  return (
    <Group gap="xs">
      <ChangesAction
        label={t.rename}
        about={label}
        fields={{ label: { kind: 'text', label: t.label, hint: t.labelHint, initial: label } }}
        to="PATCH /me/passkeys/{passkeyId}"
        path={path}
        done={t.renamed}
      />
      <WriteAction
        label={t.remove}
        about={`${label}: ${t.removeAbout}`}
        to="POST /me/passkeys/{passkeyId}/remove"
        path={path}
        done={t.removed}
        isDanger
      />
    </Group>
  );
}
