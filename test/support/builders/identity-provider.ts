import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Row, Tenant } from '../tenant.js';

const ISSUER = 'https://id.school.example';

/** An active provider, at which somebody has signed in, instead of an earlier one. */
export async function identityProvider(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  await school.rows('delete from identity_providers where organization_id = $1');
  return school.insert('identity_providers', {
    id: school.id,
    issuer: ISSUER,
    client_id: 'delivery-service',
    email_domains: ['school.example'],
    required: false,
    status: 'active',
    last_sign_in_at: now,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A person at the provider who has signed in as the member. */
export function externalIdentity(school: Tenant, memberId: string, row: Row = {}): Promise<string> {
  return school.insert('external_identities', {
    id: uuidv7(),
    member_id: memberId,
    issuer: ISSUER,
    subject: randomUUID(),
    power: 'OWNER',
    created_at: school.app.now(),
    ...row,
  });
}
