import { randomUUID } from 'node:crypto';
import { ProviderSecrets } from '#contexts/selling/provider/provider-secrets.js';
import type { Row, Tenant } from '../tenant.js';

/** An active connection with an account of Stripe, instead of an earlier one. */
export async function paymentProvider(
  school: Tenant,
  { secretKey = 'rk_test_4f3c2b1a0d9e', ...row }: Row & { secretKey?: string } = {},
): Promise<string> {
  const now = school.app.now();
  await school.rows('delete from payment_providers where organization_id = $1');
  const id = await school.insert('payment_providers', {
    ...{ kind: 'stripe', status: 'active', account_id: 'acct_1PqRsT', livemode: false, repaired: 0 },
    ...{ return_url: 'https://school.example/paid', secret_key: '\\x00', webhook_secret: '\\x00' },
    ...{ connected_by: school.owner.accountId, created_at: now, updated_at: now },
    ...row,
  });
  // Encrypted for the row, whose id is known by now.
  const secrets = school.app.nest.get(ProviderSecrets, { strict: false });
  const place = { organizationId: school.id, id };
  await school.rows(
    'update payment_providers set secret_key = $2, webhook_secret = $3 where organization_id = $1 and secret_key is not null',
    secrets.seal(place, 'secret_key', secretKey),
    secrets.seal(place, 'webhook_secret', 'whsec_4f3c2b1a0d9e8f7a'),
  );
  return id;
}

/** Money that the provider told of and that has no place: it named a sale that there is not. */
export function providerEvent(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const payment = `pi_${randomUUID()}`;
  return school.insert('provider_events', {
    ...{ kind: 'stripe', source: 'event', event_id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded' },
    ...{ object_kind: 'payment', object_id: payment, payment_ref: payment, amount: 90_000, currency: 'EUR' },
    ...{ outcome: 'unmatched', attempts: 0, received_at: now, created_at: now, updated_at: now },
    ...row,
  });
}
