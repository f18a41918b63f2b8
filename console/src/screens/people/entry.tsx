import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { account } from '../../strings/account.js';
import { entry as t } from '../../strings/entry.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { SignInState } from '../../ui/sign-in-state.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { HOURS } from './hours.js';

type Member = Schemas['Member'];

/** How a member gets in: open invitations and sign-ins, and what ends them. */
export function Entry({ member }: { member: Member }) {
  const { me } = useSession();
  const { isOwner } = accessOf(me);
  const isActive = member.status === 'active';
  const mayInvite = isActive && (isOwner || member.role === 'MEMBER');
  const whyNot = isActive ? t.onlyOwners : t.detached;
  return (
    <Section
      title={t.title}
      hint={mayInvite ? t.hint : whyNot}
      actions={
        <>
          {mayInvite && <Invite memberId={member.id} />}
          {(isOwner || member.role !== 'OWNER') && <EndAll memberId={member.id} />}
          {mayInvite && member.id !== me.member.id && <RemovePasskeys memberId={member.id} />}
          {mayInvite && <Unlink memberId={member.id} />}
        </>
      }
    >
      <div className="short-lists">
        <Invitations memberId={member.id} mayRevoke={mayInvite} />
        <SignIns memberId={member.id} />
      </div>
    </Section>
  );
}

function Invite({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.invite}
      about={t.inviteAbout}
      fields={{ expiresInHours: HOURS }}
      to="POST /members/{memberId}/invitations"
      path={{ memberId }}
      done={t.invited}
      outcome={({ url }) =>
        url === null ? <Text>{t.linkReplayed}</Text> : <ShownOnce about={t.linkShownOnce} text={url} />
      }
    />
  );
}

function EndAll({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.endAll}
      about={t.endAllAbout}
      to="POST /members/{memberId}/sign-ins/end"
      path={{ memberId }}
      done={({ ended }) => t.endedAll(ended)}
      isDanger
    />
  );
}

function RemovePasskeys({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.removePasskeys}
      about={t.removePasskeysAbout}
      fields={{ reason: { kind: 'longText', label: t.reason } }}
      to="POST /members/{memberId}/passkeys/remove"
      path={{ memberId }}
      done={({ removed, endedSignIns }) => t.removedPasskeys(removed, endedSignIns)}
      isDanger
    />
  );
}

function Unlink({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.unlink}
      about={t.unlinkAbout}
      to="POST /members/{memberId}/external-identity/unlink"
      path={{ memberId }}
      done={({ endedSignIns }) => t.unlinked(endedSignIns)}
      isDanger
    />
  );
}

function Invitations({ memberId, mayRevoke }: { memberId: string; mayRevoke: boolean }) {
  const list = useList('/invitations', { query: { memberId, status: 'open', limit: 20 } });
  return (
    <List
      label={t.invitations}
      list={list}
      idOf={({ id }) => id}
      empty={t.noInvitations}
      columns={[
        { header: t.invitations, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
        { header: t.expires, cell: ({ expiresAt }) => <Instant iso={expiresAt} /> },
        {
          header: t.revoke,
          cell: ({ id }) =>
            mayRevoke && (
              <WriteAction
                label={t.revoke}
                about={t.revokeAbout}
                to="POST /invitations/{invitationId}/revoke"
                path={{ invitationId: id }}
                done={t.revoked}
                isDanger
              />
            ),
        },
      ]}
    />
  );
}

function SignIns({ memberId }: { memberId: string }) {
  const list = useList('/sign-ins', { query: { memberId, status: 'open', limit: 20 } });
  return (
    <List
      label={t.signIns}
      list={list}
      idOf={({ id }) => id}
      empty={t.noSignIns}
      columns={[
        { header: t.signIns, cell: ({ method }) => account.methods[method] },
        { header: account.started, cell: ({ startedAt }) => <Instant iso={startedAt} /> },
        { header: account.lastSeen, cell: ({ lastSeenAt }) => <Instant iso={lastSeenAt} /> },
        { header: account.status, cell: (signIn) => <SignInState signIn={signIn} /> },
      ]}
    />
  );
}
