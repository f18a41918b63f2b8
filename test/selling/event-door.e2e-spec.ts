import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import pg from 'pg';
import { ConnectionJob } from '../../src/contexts/selling/connection/connection.job.js';
import { ProviderSecrets } from '../../src/contexts/selling/provider/provider-secrets.js';
import { SecretBox, SecretKeys } from '#kernel/secrets';
import { runJob } from '../support/run-job.js';
import { signed, StripeServer } from '../support/stripe/stripe-server.js';
import { SECRET_KEY } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { connected, post, type Connected } from './provider.js';
import { DAY } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { app, school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });
const NEW_KEY = Buffer.alloc(32, 9);

let provider: Connected;
beforeEach(async () => {
  app.moveClock(0);
  server.now = () => app.now();
  provider = await connected(school, server);
});

/** The answer to a new event that the secret signs. */
async function told(webhookSecret: string): Promise<number> {
  provider.account.chargeElsewhere(1_000, 'eur');
  const { payload, signature } = signed(provider.account.events.at(-1)!, webhookSecret, app.now());
  return post(school, provider.path, payload, { 'stripe-signature': signature });
}

const connect = (webhookSecret: string) =>
  school.owner.client.put('/payment-providers/stripe', {
    ...{ secretKey: provider.secretKey, webhookSecret, returnUrl: 'https://school.example/back' },
  });

async function stored() {
  const { rows } = await school.rows<Record<string, Buffer | null>>(
    `select secret_key, webhook_secret, former_webhook_secret from payment_providers where organization_id = $1`,
  );
  return rows[0];
}

describe('the former webhook secret', () => {
  it('verifies for 24 hours more, and is forgotten after that', async () => {
    const next = 'whsec_of_the_next_endpoint';
    expect((await connect(next)).status).toBe(200);
    await runJob(school, ConnectionJob);
    expect([await told(provider.webhookSecret), await told(next)]).toEqual([200, 200]);
    app.moveClock(DAY - 60_000);
    expect([await told(provider.webhookSecret), await told(next)]).toEqual([200, 200]);
    app.moveClock(DAY + 60_000);
    expect([await told(provider.webhookSecret), await told(next)]).toEqual([400, 200]);
    expect((await stored()).former_webhook_secret).not.toBeNull();
    await runJob(school, ConnectionJob);
    expect((await stored()).former_webhook_secret).toBeNull();
    expect(await told(next)).toBe(200);
  });

  it('is encrypted with the current key like the others, and verifies as before', async () => {
    const next = 'whsec_of_the_next_endpoint';
    await connect(next);
    const secrets = app.nest.get<ProviderSecrets, { box: SecretBox }>(ProviderSecrets, { strict: false });
    const { box } = secrets;
    const keys = new SecretKeys([NEW_KEY, SECRET_KEY]);
    secrets.box = new SecretBox(keys);
    try {
      await runJob(school, ConnectionJob);
      // The key with which they were encrypted is gone.
      secrets.box = new SecretBox(new SecretKeys([NEW_KEY]));
      const { id } = keys.currentEncryption;
      for (const [name, sealed] of Object.entries(await stored())) {
        expect([name, sealed?.subarray(0, id.length)]).toEqual([name, id]);
      }
      expect([await told(provider.webhookSecret), await told(next)]).toEqual([200, 200]);
    } finally {
      secrets.box = box;
    }
  });
});

it('an event while the database is away is 503, so that it is sent again', async () => {
  const prototype = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: { connection: { stream: Socket } }, ...parameters: unknown[]) {
    this.connection.stream.destroy();
    return query.apply(this, parameters);
  };
  try {
    expect(await told(provider.webhookSecret)).toBe(503);
  } finally {
    prototype.query = query;
  }
  const event = provider.account.events.at(-1)!;
  const { payload, signature } = signed(event, provider.webhookSecret, app.now());
  expect(await post(school, provider.path, payload, { 'stripe-signature': signature })).toBe(200);
  const { rows } = await school.rows('select event_id from provider_events where organization_id = $1');
  expect(rows).toEqual([{ event_id: event.id }]);
});
