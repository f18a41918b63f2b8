import { randomUUID } from 'node:crypto';
import type { StripeAccount } from '../../test/support/stripe/account.js';
import { signed, StripeServer } from '../../test/support/stripe/stripe-server.js';
import { api, expect, test } from './console.js';

export const SECRETS = { secretKey: 'rk_test_of_the_console', webhookSecret: 'whsec_of_the_console' };

let server: StripeServer;
let account: StripeAccount;
/** How many of the account's events were sent. */
let sent = 0;

/** Opens a stand-in for the payment provider for the tests of a file: see test/run.mjs. */
export function withStripe(): void {
  test.beforeAll(async () => {
    server = await StripeServer.open(Number(process.env['STRIPE_PORT']));
    // A test that is repeated gets a new server, and finds the organization connected.
    account = server.addAccount(SECRETS.secretKey, 'acct_of_the_console');
    sent = 0;
  });
  test.afterAll(() => server.close());
}

/** The account of the organization, where buyers, banks and the dashboard act. */
export function stripe(): StripeAccount {
  return account;
}

/** Connects the organization with the account, as its owner does. */
export async function connect(): Promise<void> {
  const body = { ...SECRETS, returnUrl: 'https://school.example/paid' };
  await api.put('/payment-providers/stripe', { body });
  const status = async () => (await api.get('/payment-providers', {})).data.items[0]?.status;
  await expect.poll(status).toBe('active');
}

/** A payment that names a sale, and was made at the account without the service. */
export async function payElsewhere(saleId: string, amount: number): Promise<void> {
  const { data: me } = await api.get('/me');
  account.chargeElsewhere(amount, 'eur', { organizationId: me.organization.id, saleId, jobId: randomUUID() });
  await tell();
}

/** Sends the events of what happened at the account since the last time, until each has an outcome. */
export async function tell(): Promise<void> {
  const { data } = await api.get('/payment-providers', {});
  const url = String(data.items[0]?.eventsUrl);
  const events = account.events.slice(sent);
  sent = account.events.length;
  for (const event of events) {
    const { payload, signature } = signed(event, SECRETS.webhookSecret);
    const answer = await fetch(url, { method: 'POST', headers: { 'Stripe-Signature': signature }, body: payload });
    expect(answer.status).toBe(200);
  }
  const waiting = { query: { outcome: 'waiting' as const } };
  await expect.poll(async () => (await api.get('/provider-events', waiting)).data.items.length).toBe(0);
}
