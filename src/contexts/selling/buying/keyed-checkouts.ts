import { createHash } from 'node:crypto';
import type { TenantSession } from '#kernel/persistence';
import type { CheckoutRow } from '../ledger/checkout-rows.js';
import { sellingTables } from '../selling.tables.js';

/**
 * A live checkout may answer many keys: the latest are remembered. An older one is answered with the live checkout as well; once
 * it has ended, the key opens a new one, like a new key, and only for what is still to be paid.
 */
const MOST_KEYS = 50;

const find = sellingTables
  .statement(
    'find_checkout_by_key_of_buyer',
    { sale: 'uuid', key: 'bytea' },
    `select id, sale_id as "saleId", amount, currency, status, url, expires_at as "expiresAt", failure from checkouts
     where organization_id = :organization and sale_id = :sale and buyer_keys @> array[:key::bytea]
     order by id desc limit 1`,
  )
  .returning<CheckoutRow>();

const note = sellingTables.statement(
  'note_key_of_buyer',
  { id: 'uuid', key: 'bytea' },
  `update checkouts set buyer_keys = (array[:key::bytea] || coalesce(buyer_keys, '{}'::bytea[]))[1:${MOST_KEYS}]
   where organization_id = :organization and id = :id`,
);

/** An Idempotency-Key of a buyer, whose target is the link. */
export function keyOfCheckout(link: string, key: string): Buffer {
  return createHash('sha256').update(`${link} ${key}`).digest();
}

/** The checkout of the locked sale that the key was answered with, whatever became of it. */
export async function findKeyedCheckout(tenant: TenantSession, sale: string, key: Buffer) {
  return (await tenant.query(find, { sale, key })).at(0);
}

export async function noteKey(tenant: TenantSession, id: string, key: Buffer): Promise<void> {
  await tenant.execute(note, { id, key });
}
