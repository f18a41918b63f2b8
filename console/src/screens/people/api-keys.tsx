import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { people as t } from '../../strings/people.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** The keys of a member; the text of a key is shown once, when it is made. */
export function ApiKeys({ member }: { member: Schemas['Member'] }) {
  const { isOwner } = accessOf(useSession().me);
  const list = useList('/api-keys', { query: { memberId: member.id, limit: 50 } });
  const mayCreate = member.status === 'active' && (isOwner || member.role !== 'OWNER');
  return (
    <Section title={t.keys} actions={mayCreate && <CreateKey memberId={member.id} />}>
      <List
        label={t.keys}
        list={list}
        idOf={({ id }) => id}
        empty={t.noKeys}
        columns={[
          {
            header: t.keyName,
            cell: ({ name, prefix, scopes }) => (
              <>
                <strong>{name}</strong>
                <div className="dimmed text">
                  {prefix}… {scopes.join(', ')}
                </div>
              </>
            ),
          },
          { header: t.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Instant iso={lastUsedAt} /> : t.never) },
          { header: t.expires, cell: ({ expiresAt }) => (expiresAt ? <Instant iso={expiresAt} /> : t.never) },
          {
            header: t.status,
            cell: ({ id, name, revokedAt }) =>
              revokedAt ? (
                <>
                  <Status value="revoked" /> <Instant iso={revokedAt} />
                </>
              ) : (
                <WriteAction
                  label={t.revoke}
                  about={`${name}: ${t.revokeAbout}`}
                  to="POST /api-keys/{apiKeyId}/revoke"
                  path={{ apiKeyId: id }}
                  done={t.keyRevoked}
                  isDanger
                />
              ),
          },
        ]}
      />
    </Section>
  );
}

function CreateKey({ memberId }: { memberId: string }) {
  return (
    <WriteAction
      label={t.createKey}
      which={memberId}
      fields={{
        name: { kind: 'text', label: t.keyName },
        expiresAt: { kind: 'instant', label: t.expires, hint: t.expiresHint, zone: viewerZone, isOptional: true },
        scopes: {
          kind: 'choices',
          label: t.scopes,
          hint: t.scopesHint,
          options: optionsOf(['read', 'write', 'admin', 'mcp:manage']),
        },
      }}
      to="POST /api-keys"
      body={({ scopes, ...body }) => ({ memberId, ...body, ...(scopes.length > 0 && { scopes }) })}
      done={t.keyCreated}
      outcome={({ key }) =>
        key === null ? <Text>{t.keyReplayed}</Text> : <ShownOnce about={t.keyShownOnce} text={key} />
      }
    />
  );
}
