import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

const revokeOpen = identityTables
  .statement(
    'revoke_open_invitations',
    { members: 'uuid[]', at: 'timestamptz' },
    `update invitations set revoked_at = :at
     where organization_id = :organization and member_id = any(:members::uuid[]) and used_at is null
       and revoked_at is null and expires_at > :at
     returning id, member_id as "memberId"`,
  )
  .returning<{ id: string; memberId: string }>();

/** Revokes the invitations that locked members can still use; returns the ids of both. */
export function revokeOpenInvitations(
  session: TenantSession,
  members: readonly string[],
  at: Date,
): Promise<{ id: string; memberId: string }[]> {
  return session.query(revokeOpen, { members, at });
}
