import { v7 as uuidv7 } from 'uuid';
import { SecretBox } from '#kernel/secrets';
import { SECRET_KEYS } from '../test-app.js';
import type { Row, Tenant } from '../tenant.js';

export async function subscription(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = uuidv7();
  return school.insert('webhook_subscriptions', {
    id,
    name: 'Student information system',
    endpoint_url: 'https://user:pass@hooks.example.com/delivery?token=abc#part',
    event_names: ['group.created'],
    status: 'active',
    secret_ciphertext: new SecretBox(SECRET_KEYS).seal('a-first-secret-of-many', [school.id, id]),
    secret_version: 1,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
