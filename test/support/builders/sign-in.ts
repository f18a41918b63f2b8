import { v7 as uuidv7 } from 'uuid';
import { hashSignInKey, issueSignInKey } from '#kernel/authentication';
import { Client } from '../client.js';
import { SECRET_KEYS } from '../test-app.js';
import type { Row, Tenant } from '../tenant.js';

const HOUR_MS = 3_600_000;

/** A sign-in that has just been proved by a passkey, with a client that uses its key. */
export async function signIn(
  school: Tenant,
  memberId: string,
  row: Row = {},
): Promise<{ id: string; text: string; client: Client }> {
  const { text, parts } = issueSignInKey(school.id);
  const now = school.app.now();
  const id = uuidv7();
  await school.insert('sign_ins', {
    id,
    member_id: memberId,
    method: 'passkey',
    power: 'OWNER',
    secret_hash: hashSignInKey(parts, SECRET_KEYS.apiKeyPeppers[0]),
    started_at: now,
    proved_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + 12 * HOUR_MS),
    ...row,
  });
  return { id, text, client: new Client(school.app, text) };
}
