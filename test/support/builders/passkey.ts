import { randomBytes } from 'node:crypto';
import { issueCapability } from '#kernel/secrets';
import type { Row, Tenant } from '../tenant.js';

const DAY_MS = 86_400_000;

/** A passkey that nobody holds. */
export function passkey(school: Tenant, memberId: string, row: Row = {}): Promise<string> {
  return school.insert('passkeys', {
    member_id: memberId,
    label: 'Phone',
    credential_id: randomBytes(16),
    public_key: randomBytes(77),
    counter: 0,
    backup_eligible: true,
    backed_up: true,
    domain: 'localhost',
    power: 'OWNER',
    status: 'active',
    created_at: school.app.now(),
    ...row,
  });
}

/** An open invitation by the owner. */
export function invitation(school: Tenant, memberId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('invitations', {
    member_id: memberId,
    token_hash: issueCapability(school.id).hash,
    member_role: 'MEMBER',
    power: 'OWNER',
    expires_at: new Date(now.getTime() + DAY_MS),
    created_by: school.owner.accountId,
    created_by_key: school.owner.apiKeyId,
    created_at: now,
    ...row,
  });
}
