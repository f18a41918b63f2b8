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
  | 'id'
  | 'saleId'
  | 'status'
  | 'accountId'
  | 'providerId'
  | 'expiresAt'
  | 'closeRequestedAt'
  | 'savesMethod'
  | 'processingAt'
  | 'heldUntil'
>;

/** A checkout after its state was applied. */
export type PlacedCheckout = Pick<CheckoutEntity, 'id' | 'status' | 'processingAt' | 'heldUntil'>;

const COLUMNS = `c.id, c.sale_id as "saleId", c.status, c.account_id as "accountId", c.provider_id as "providerId",
  c.expires_at as "expiresAt", c.close_requested_at as "closeRequestedAt", c.saves_method as "savesMethod",
  c.processing_at as "processingAt", c.held_until as "heldUntil"`;

/** SQL condition: by its id there or, before that is known, by the job that has asked for it. */
const OF_PROVIDER = `c.organization_id = :organization and (c.provider_id = :provider or c.provider_id is null and c.id = (
  select j.target_id from provider_jobs j
  where j.organization_id = :organization and j.id::text = :job and j.kind = 'create_checkout'))`;

const findByProvider = sellingTables
  .statement(
    'find_checkout_of_provider',
    { provider: 'text', job: 'text' },
    `select c.sale_id as "saleId" from checkouts c where ${OF_PROVIDER}`,
  )
  .returning<{ saleId: string }>();

const lockByProvider = sellingTables
  .statement(
    'lock_checkout_of_provider',
    { provider: 'text', job: 'text' },
    `select ${COLUMNS} from checkouts c where ${OF_PROVIDER} for update of c`,
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
     processing_at = case when :status = 'processing' then coalesce(processing_at, :now) else processing_at end,
     updated_at = :now
   where organization_id = :organization and id = :id`,
);

const noteHold = sellingTables.statement(
  'note_hold_before_processing',
  { id: 'uuid', held: 'timestamptz' },
  `update checkouts set held_until = coalesce(held_until, :held)
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

/** The sale of a checkout, which is not locked; null where there is no such checkout here. */
export async function readSaleOfCheckout(
  tenant: TenantSession,
  { id: provider, tag }: ProviderCheckout,
): Promise<string | null> {
  return (await tenant.query(findByProvider, { provider, job: tag.jobId ?? null })).at(0)?.saleId ?? null;
}

/** Keeps the end of the hold as it was before the checkout prolonged it for the first time. */
export async function noteHoldBefore(tenant: TenantSession, id: string, held: Date): Promise<void> {
  await tenant.execute(noteHold, { id, held });
}

/** Applies the state that a checkout has at the provider; its payment is placed before. */
export async function placeCheckout(
  tenant: TenantSession,
  now: Date,
  checkout: ProviderCheckout,
  payment: ProviderPayment | null,
): Promise<PlacedCheckout | undefined> {
  const { id: provider, paymentId, tag } = checkout;
  const [row] = await tenant.query(lockByProvider, { provider, job: tag.jobId ?? null });
  if (!row) return undefined;
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
  if (isEnd(status) && status !== row.status) {
    await recordEnd(tenant, row, status, now);
    await lookAtCollections(tenant, now);
  }
  const { id, heldUntil, processingAt } = row;
  return { id, status, heldUntil, processingAt: status === 'processing' ? (processingAt ?? now) : processingAt };
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
  await lookAtCollections(tenant, now);
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
