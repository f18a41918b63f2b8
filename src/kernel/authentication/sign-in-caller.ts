import { isAdministrator, type Caller, type OrganizationRole, type SignInUse } from '../access/caller.js';
import { kernelTables } from '../persistence/kernel.tables.js';

interface SignInRow extends SignInUse {
  lastSeenAt: Date;
  endedAt: Date | null;
  memberId: string;
  accountId: string;
  role: OrganizationRole;
  memberStatus: string;
  businessRoles: Caller['businessRoles'];
  accessState: Buffer;
}

export const findSignIn = kernelTables
  .statement(
    'find_sign_in',
    { hashes: 'bytea[]' },
    `select id, method, power, proved_at as "provedAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
       ended_at as "endedAt", member_id as "memberId", account_id as "accountId", role,
       member_status as "memberStatus", business_roles as "businessRoles", access_state as "accessState"
     from find_sign_in(:organization, :hashes)`,
  )
  .returning<SignInRow>();

/** The caller of an open sign-in; null where it has ended, or its member is detached. */
export function signInCaller(organizationId: string, row: SignInRow, now: Date, idleSince: Date): Caller | null {
  const { id, method, power, provedAt, expiresAt, memberId, accountId, role, businessRoles } = row;
  const isOpen = row.endedAt === null && expiresAt > now && row.lastSeenAt >= idleSince;
  if (!isOpen || row.memberStatus !== 'active') return null;
  // An administrator signs in to administrate: no restriction, and agents may do what they are asked to.
  const keyScopes = isAdministrator({ role }) ? ['mcp:manage'] : [];
  const signIn = { id, method, power, provedAt, expiresAt };
  return { organizationId, accountId, memberId, apiKeyId: null, role, businessRoles, keyScopes, signIn };
}

/** The access state that `app_enter` compares: the state of the sign-in, and since when it must have been seen. */
export function stateSeenSince(state: Buffer, idleSince: Date): Buffer {
  const instant = Buffer.alloc(8);
  instant.writeBigInt64BE(BigInt(idleSince.getTime()));
  return Buffer.concat([state, instant]);
}
