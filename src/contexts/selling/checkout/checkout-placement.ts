import { declareServiceAct } from '#kernel/events';
import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { checkoutEnded } from '../ledger/checkout.events.js';
import type { CheckoutEntity, CheckoutFailure, CheckoutStatus } from '../ledger/checkout.entity.js';
import { lookAtCollections } from '../ledger/collections.js';
import { PROVIDER_JOBS } from '../provider/provider-jobs.js';
import type { ProviderCheckout, ProviderPayment } from '../provider/provider-objects.js';
import { sellingTables } from '../selling.tables.js';
import { requestExpiry } from './closed-checkouts.js';

const ENDED = declareServiceAct(checkoutEnded.name, 'checkout');

type Stored = Pick<
  CheckoutEntity,
  'id' | 'saleId' | 'status' | 'accountId' | 'providerId' | 'expiresAt' | 'closeRequestedAt' | 'savesMethod'
>;

const COLUMNS = `c.id, c.sale_id as "saleId", c.status, c.account_id as "accountId", c.provider_id as "providerId",
  c.expires_at as "expiresAt", c.close_requested_at as "closeRequestedAt", c.saves_method as "savesMethod"`;

// By its id there or, before that is known, by the job that has asked for it.
const lockByProvider = sellingTables
  .statement(
    'lock_checkout_of_provider',
    { provider: 'text', job: 'text' },
    `select ${COLUMNS} from checkouts c
     where c.organization_id = :organization and (c.provider_id = :provider or c.provider_id is null and c.id = (
       select j.target_id from provider_jobs j
       where j.organization_id = :organization and j.id::text = :job and j.kind = 'create_checkout'))
     for update of c`,
  )
  .returning<Stored>();

const lockById = sellingTables
  .statement(
    'lock_checkout_to_end',
    { id: 'uuid' },
    `select ${COLUMNS} from checkouts c where c.organization_id = :organization and c.id = :id for update of c`,
  )
  .returning<Stored>();

const tryLock = sellingTables.statement(
  'try_to_lock_checkout',
  { id: 'uuid' },
  'select id from checkouts where organization_id = :organization and id = :id for update skip locked',
);

const store = sellingTables.statement(
  'store_state_of_checkout',
  {
    ...{ id: 'uuid', status: 'text', provider: 'text', payment: 'text', method: 'text', url: 'text', failure: 'text' },
    ...{ fetch: 'timestamptz', now: 'timestamptz' },
  },
  `update checkouts set status = :status, provider_id = coalesce(:provider::text, provider_id),
     provider_payment_id = coalesce(:payment::text, provider_payment_id),
     payment_method_id = coalesce(:method::text, payment_method_id), url = :url, failure = :failure, fetch_at = :fetch,
     updated_at = :now
   where organization_id = :organization and id = :id`,
);

/** A state is never followed by one before it: what is told late does not count. Paid is paid. */
const ORDER: readonly (readonly CheckoutStatus[])[] = [
  ['preparing'],
  ['open'],
  ['processing'],
  ['failed', 'expired'],
  ['paid'],
];
const rankOf = (status: CheckoutStatus): number => ORDER.findIndex((one) => one.includes(status));
const isEnd = (status: CheckoutStatus): boolean => rankOf(status) >= rankOf('failed');

/** The provider is asked a little later than a checkout ends. */
const AFTER_END_MS = 10_000;
const WHILE_PROCESSING_MS = 3_600_000;
const AGAIN_MS = 60_000;

/** Applies the state that a checkout has at the provider; its payment is placed before. */
export async function placeCheckout(
  tenant: TenantSession,
  now: Date,
  checkout: ProviderCheckout,
  payment: ProviderPayment | null,
): Promise<void> {
  const { id: provider, paymentId, tag } = checkout;
  const [row] = await tenant.query(lockByProvider, { provider, job: tag.jobId ?? null });
  if (!row) return;
  const status = rankOf(checkout.status) > rankOf(row.status) ? checkout.status : row.status;
  const isOpen = status === 'open';
  const fetch = nextFetch(status, checkout.expiresAt, now);
  await tenant.execute(store, {
    ...{ id: row.id, status, provider, payment: paymentId, now, fetch },
    method: row.savesMethod && status === 'paid' ? (payment?.paymentMethodId ?? null) : null,
    url: isOpen ? checkout.url : null,
    failure: status === 'failed' ? (checkout.failure ?? 'other') : null,
  });
  if (fetch !== null) await schedule(tenant, PROVIDER_JOBS, fetch);
  if (isOpen && row.closeRequestedAt !== null) await requestExpiry(tenant, { ...row, providerId: provider }, now);
  if (!isEnd(status) || status === row.status) return;
  await recordEnd(tenant, row, status, now);
  await lookAtCollections(tenant, now);
}

export function lockCheckout(tenant: TenantSession, id: string): Promise<unknown> {
  return tenant.query(lockById, { id });
}

/** False where it is locked. */
export async function tryToLockCheckout(tenant: TenantSession, id: string): Promise<boolean> {
  return (await tenant.query(tryLock, { id })).length > 0;
}

/** Ends a checkout that the provider does not have. */
export async function endCheckout(
  tenant: TenantSession,
  now: Date,
  id: string,
  end: { status: 'expired'; failure?: undefined } | { status: 'failed'; failure: CheckoutFailure },
): Promise<void> {
  const [row] = await tenant.query(lockById, { id });
  if (row?.status !== 'preparing') return;
  const { status, failure = null } = end;
  const none = { provider: null, payment: null, method: null, url: null, fetch: null };
  await tenant.execute(store, { id, status, failure, now, ...none });
  await recordEnd(tenant, row, status, now);
}

function nextFetch(status: CheckoutStatus, expiresAt: Date, now: Date): Date | null {
  if (isEnd(status)) return null;
  if (status === 'processing') return new Date(now.getTime() + WHILE_PROCESSING_MS);
  const end = expiresAt.getTime() + AFTER_END_MS;
  return new Date(end > now.getTime() ? end : now.getTime() + AGAIN_MS);
}

async function recordEnd(tenant: TenantSession, row: Stored, status: CheckoutStatus, now: Date): Promise<void> {
  const { id: checkoutId, saleId, expiresAt } = row;
  const data = { checkoutId, saleId, status, expiresAt: expiresAt.toISOString() };
  await recordServiceAct(tenant, {
    ...{ audited: ENDED, targetId: checkoutId, changes: { status: { from: row.status, to: status } } },
    ...{ event: { declaration: checkoutEnded, data }, occurredAt: now },
  });
}
