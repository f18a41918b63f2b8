import type { ProofPower } from '#kernel/access';
import { signInFailed } from '#kernel/errors';
import { newId, type TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

/** A person at an identity provider, for ever the same by issuer and subject. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** A subject that is bound to a member. */
export interface BoundIdentity {
  id: string;
  memberId: string;
  power: ProofPower;
  memberStatus: string;
}

const find = identityTables
  .statement(
    'find_external_identity',
    { issuer: 'text', subject: 'text' },
    `select i.id, i.member_id as "memberId", i.power, m.status as "memberStatus" from external_identities i
     join members m on m.organization_id = :organization and m.id = i.member_id
     where i.organization_id = :organization and i.issuer = :issuer and i.subject = :subject and i.ended_at is null`,
  )
  .returning<BoundIdentity>();

const findUnlinked = identityTables.statement(
  'find_unlinked_external_identity',
  { issuer: 'text', subject: 'text' },
  `select 1 from external_identities
   where organization_id = :organization and issuer = :issuer and subject = :subject and unlinked limit 1`,
);

// Nothing is inserted where the subject or the member is bound already.
const insert = identityTables.statement(
  'bind_external_identity',
  { id: 'uuid', member: 'uuid', issuer: 'text', subject: 'text', power: 'text', at: 'timestamptz' },
  `insert into external_identities (organization_id, id, member_id, issuer, subject, power, created_at)
   values (:organization, :id, :member, :issuer, :subject, :power, :at) on conflict do nothing`,
);

const end = (condition: string) => `update external_identities set ended_at = :at
   where organization_id = :organization and ended_at is null${condition} returning id`;

const endAll = identityTables
  .statement('end_external_identities', { at: 'timestamptz' }, end(''))
  .returning<{ id: string }>();

const endOne = identityTables
  .statement('end_external_identity', { at: 'timestamptz', id: 'uuid' }, end(' and id = :id'))
  .returning<{ id: string }>();

const unlink = identityTables
  .statement(
    'unlink_external_identity',
    { at: 'timestamptz', member: 'uuid' },
    `update external_identities set ended_at = :at, unlinked = true
     where organization_id = :organization and member_id = :member and ended_at is null returning id`,
  )
  .returning<{ id: string }>();

export async function findIdentity(
  session: TenantSession,
  { issuer, subject }: Subject,
): Promise<BoundIdentity | undefined> {
  return (await session.query(find, { issuer, subject })).at(0);
}

/** Whether an administrator has unlinked the subject from a member: its e-mail address then binds it to nobody. */
export async function wasUnlinked(session: TenantSession, { issuer, subject }: Subject): Promise<boolean> {
  return (await session.query(findUnlinked, { issuer, subject })).length > 0;
}

/** Binds the subject to a locked member. Throws 401 where one of them is bound already. */
export async function bindIdentity(
  session: TenantSession,
  { issuer, subject }: Subject,
  { memberId: member, power }: { memberId: string; power: ProofPower },
  at: Date,
): Promise<string> {
  const id = newId();
  if ((await session.execute(insert, { id, member, issuer, subject, power, at })) === 0) throw signInFailed();
  return id;
}

/** Ends the identities of the whole organization; returns their ids. */
export async function endIdentities(session: TenantSession, at: Date): Promise<string[]> {
  return (await session.query(endAll, { at })).map(({ id }) => id);
}

export async function endIdentity(session: TenantSession, id: string, at: Date): Promise<void> {
  await session.query(endOne, { id, at });
}

/** Ends the identity of a locked member; returns its id. */
export async function unlinkIdentity(session: TenantSession, member: string, at: Date): Promise<string | undefined> {
  return (await session.query(unlink, { member, at })).at(0)?.id;
}
