import { newId, type TenantSession } from '#kernel/persistence';
import { sellingTables } from '../selling.tables.js';
import { requestOfProvider } from './provider-jobs.js';

const insertCustomer = sellingTables.statement(
  'insert_provider_customer',
  { id: 'uuid', prospect: 'uuid', account: 'text', at: 'timestamptz' },
  `insert into provider_customers (organization_id, id, prospect_id, account_id, created_at, updated_at)
   values (:organization, :id, :prospect, :account, :at, :at)
   on conflict (organization_id, prospect_id, account_id) do nothing`,
);

const lockCustomer = sellingTables
  .statement(
    'lock_provider_customer',
    { prospect: 'uuid', account: 'text' },
    `select id, customer_id as "customerId" from provider_customers
     where organization_id = :organization and prospect_id = :prospect and account_id = :account for update`,
  )
  .returning<{ id: string; customerId: string | null }>();

const lockById = sellingTables.statement(
  'lock_provider_customer_by_id',
  { id: 'uuid' },
  'select id from provider_customers where organization_id = :organization and id = :id for update',
);

const findCustomer = sellingTables
  .statement(
    'find_provider_customer',
    { id: 'uuid' },
    `select customer_id as "customerId" from provider_customers where organization_id = :organization and id = :id`,
  )
  .returning<{ customerId: string | null }>();

const storeCustomer = sellingTables.statement(
  'store_provider_customer',
  { id: 'uuid', customer: 'text', now: 'timestamptz' },
  `update provider_customers set customer_id = :customer, updated_at = :now
   where organization_id = :organization and id = :id and customer_id is null`,
);

interface Buyer {
  prospectId: string;
  accountId: string;
  name: string;
  email: string;
}

/** The row of the one customer that the account has for a prospect; it is made at the provider if need be. */
export async function customerOf(
  tenant: TenantSession,
  { prospectId, accountId, name, email }: Buyer,
  now: Date,
): Promise<string> {
  await tenant.execute(insertCustomer, { id: newId(), prospect: prospectId, account: accountId, at: now });
  const [{ id, customerId }] = await tenant.query(lockCustomer, { prospect: prospectId, account: accountId });
  if (customerId === null) {
    const job = { kind: 'create_customer', targetId: id, saleId: null, accountId, request: { name, email } } as const;
    await requestOfProvider(tenant, job, now);
  }
  return id;
}

/** The customer at the provider; null while it is being made. */
export async function findCustomerId(tenant: TenantSession, id: string): Promise<string | null> {
  return (await tenant.query(findCustomer, { id })).at(0)?.customerId ?? null;
}

export function lockCustomerById(tenant: TenantSession, id: string): Promise<unknown> {
  return tenant.query(lockById, { id });
}

export async function setCustomerId(tenant: TenantSession, id: string, customer: string, now: Date): Promise<void> {
  await tenant.execute(storeCustomer, { id, customer, now });
}
