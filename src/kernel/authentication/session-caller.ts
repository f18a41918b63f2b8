import type { Database } from '../work/database.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { isAdministrator, type Caller, type OrganizationRole } from '../access/caller.js';
import type { KeyScope } from '../access/key-scopes.js';
import type { SessionKeyParts } from './session-key.js';

interface SessionRow {
  expires_at: Date | null;
  revoked_at: Date | null;
  maker_role: OrganizationRole;
  maker_status: string;
  account_id: string;
  role: OrganizationRole;
  member_status: string;
  access_state: Buffer;
}

const findSessionKey = kernelTables
  .statement(
    'find_session_key',
    { apiKey: 'uuid', member: 'uuid' },
    'select * from find_session_key(:organization, :apiKey, :member)',
  )
  .returning<SessionRow>();

/** A person reads and writes what is their own, whatever the key that made the session may do. */
const SESSION_SCOPES: readonly KeyScope[] = ['read', 'write'];

export interface FoundCaller {
  caller: Caller;
  accessState: Buffer;
  expiresAt: Date | null;
}

/**
 * The caller that a session key with a valid signature acts for. Null when it has expired, the API key that made it could
 * not make it now, or the member is no active MEMBER any more.
 */
export async function findSessionCaller(
  database: Database,
  { organizationId, memberId, apiKeyId, expiresAt }: SessionKeyParts,
  now: Date,
): Promise<FoundCaller | null> {
  if (expiresAt <= now) return null;
  const [row] = await database.queryAlone({ organizationId }, findSessionKey, { apiKey: apiKeyId, member: memberId });
  if (!row || !isUsable(row, now)) return null;
  const caller: Caller = {
    organizationId,
    accountId: row.account_id,
    memberId,
    apiKeyId,
    role: row.role,
    businessRoles: [],
    keyScopes: SESSION_SCOPES,
    session: { expiresAt },
  };
  return { caller, accessState: row.access_state, expiresAt };
}

function isUsable(row: SessionRow, now: Date): boolean {
  if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return false;
  if (row.maker_status !== 'active' || !isAdministrator({ role: row.maker_role })) return false;
  return row.member_status === 'active' && row.role === 'MEMBER';
}
