import { randomUUID } from 'node:crypto';
import { SecretBox } from '#kernel/secrets';
import { eventsPath } from '../../src/contexts/selling/provider/events-path.js';
import { secretContext } from '../../src/contexts/selling/provider/secret-context.js';
import type { School } from '../support/school.js';
import type { StripeAccount, StripeEvent } from '../support/stripe/account.js';
import { signed, type StripeServer } from '../support/stripe/stripe-server.js';
import { SECRET_KEYS } from '../support/test-app.js';

const box = new SecretBox(SECRET_KEYS);

/** An organization that is connected with an account at the stand-in. */
export interface Connected {
  account: StripeAccount;
  secretKey: string;
  webhookSecret: string;
  /** The path to which events are sent. */
  path: string;
  providerId: string;
}

export async function connected(school: School, server: StripeServer, columns: object = {}): Promise<Connected> {
  const secretKey = `rk_test_${randomUUID()}`;
  const webhookSecret = `whsec_${randomUUID()}`;
  const account = server.addAccount(secretKey);
  const id = randomUUID();
  const row = { organizationId: school.id, id };
  const now = school.app.now();
  await school.insert('payment_providers', {
    ...{ id, kind: 'stripe', status: 'active', account_id: account.id, livemode: false },
    ...{ return_url: 'https://school.example/back', repaired: 0, connected_by: school.owner.accountId },
    secret_key: box.seal(secretKey, secretContext(row, 'secret_key')),
    webhook_secret: box.seal(webhookSecret, secretContext(row, 'webhook_secret')),
    ...{ created_at: now, updated_at: now, ...columns },
  });
  return { account, secretKey, webhookSecret, path: eventsPath(SECRET_KEYS, row), providerId: id };
}

/** Sends an event as the provider does; its answer. */
export async function send(
  school: School,
  { path, webhookSecret }: Pick<Connected, 'path' | 'webhookSecret'>,
  event: StripeEvent,
): Promise<number> {
  const { payload, signature } = signed(event, webhookSecret, school.app.now());
  return post(school, path, payload, { 'stripe-signature': signature });
}

export async function post(
  school: School,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(`${school.app.url}${path}`, { method: 'POST', body, headers });
  await answer.text();
  return answer.status;
}

/** The tag of a payment for a sale. */
export const tagOf = (school: School, saleId: string) => ({
  ...{ organizationId: school.id, saleId, jobId: randomUUID() },
});
