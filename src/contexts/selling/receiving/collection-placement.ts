import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import type { CheckoutFailure } from '../ledger/checkout.entity.js';
import { type CollectionStatus, lookAtCollections } from '../ledger/collections.js';
import { PAID } from '../ledger/sale-sql.js';
import type { ProviderPayment } from '../provider/provider-objects.js';
import { sellingTables } from '../selling.tables.js';
import { COLLECTION_FAILED, collectionFailed } from './collection.events.js';

interface Stored {
  id: string;
  saleId: string;
  installmentId: string;
  dueAt: Date;
  number: number;
  amount: number;
  status: CollectionStatus;
}

// A collection has the id of its request.
const lock = sellingTables
  .statement(
    'lock_collection',
    { id: 'uuid' },
    `select id, sale_id as "saleId", installment_id as "installmentId", due_at as "dueAt", number, amount, status
     from collections where organization_id = :organization and id = :id for update`,
  )
  .returning<Stored>();

const store = sellingTables.statement(
  'store_result_of_collection',
  { id: 'uuid', status: 'text', failure: 'text', payment: 'text', now: 'timestamptz' },
  `update collections set status = :status, failure = :failure, updated_at = :now,
     provider_payment_id = coalesce(:payment::text, provider_payment_id)
   where organization_id = :organization and id = :id`,
);

const findInstallment = sellingTables
  .statement(
    'find_installment_of_collection',
    { installment: 'uuid' },
    `select i.amount, ${PAID} as paid from sale_installments i
     join sales s on s.organization_id = i.organization_id and s.id = i.sale_id
     where i.organization_id = :organization and i.id = :installment`,
  )
  .returning<{ amount: number; paid: number }>();

/** How a collection ended. */
export type CollectionEnd =
  | { status: 'succeeded'; payment: string; failure?: undefined }
  | { status: 'failed' | 'needs_buyer'; payment: string | null; failure: CheckoutFailure };

/** A state is never followed by one before it: money is money. */
const ORDER: readonly (readonly CollectionStatus[])[] = [
  ['sending', 'unknown'],
  ['failed', 'needs_buyer'],
  ['succeeded'],
];
const rankOf = (status: CollectionStatus): number => ORDER.findIndex((one) => one.includes(status));

/** A payment that is seen while it is being made is decided soon. */
const DECIDED_WITHIN_MS = 86_400_000;

/** Undefined while the provider has not decided on it. */
export function endOf(
  { id: payment, status, failure, needsBuyer, createdAt }: ProviderPayment,
  now: Date,
): CollectionEnd | undefined {
  if (status === 'succeeded') return { status, payment };
  if (status === 'processing') return undefined;
  const isBeingMade = status === 'open' && !needsBuyer && now.getTime() - createdAt.getTime() < DECIDED_WITHIN_MS;
  if (isBeingMade) return undefined;
  const failed = needsBuyer ? 'needs_buyer' : 'failed';
  return { status: failed, payment, failure: failure ?? (needsBuyer ? 'authentication_required' : 'other') };
}

/** Applies the state of a payment to the collection that has asked for it, if one has; the money is placed before. */
export async function placeCollection(tenant: TenantSession, now: Date, payment: ProviderPayment): Promise<void> {
  const end = endOf(payment, now);
  if (end !== undefined && payment.tag.jobId !== undefined) await endCollection(tenant, now, payment.tag.jobId, end);
}

/** Records how a collection ended, once, and has a worker look for what is to be charged next. */
export async function endCollection(tenant: TenantSession, now: Date, id: string, end: CollectionEnd): Promise<void> {
  const [row] = await tenant.query(lock, { id });
  if (!row || rankOf(end.status) <= rankOf(row.status)) return;
  const { status, payment, failure = null } = end;
  await tenant.execute(store, { id, status, failure, payment, now });
  await lookAtCollections(tenant, now);
  if (status !== 'succeeded') await recordFailure(tenant, now, row, end);
}

async function recordFailure(tenant: TenantSession, now: Date, row: Stored, { status, failure }: CollectionEnd) {
  const { id: targetId, installmentId, saleId, dueAt, number, amount } = row;
  // It may have been dropped meanwhile.
  const installment = (await tenant.query(findInstallment, { installment: installmentId })).at(0);
  const data = {
    ...{ installmentId, saleId, ...(installment ?? { amount, paid: 0 }), dueAt: dueAt.toISOString(), number },
    needsBuyer: status === 'needs_buyer',
  };
  await recordServiceAct(tenant, {
    ...{ audited: COLLECTION_FAILED, targetId, changes: { status: { from: row.status, to: status }, failure } },
    ...{ event: { declaration: collectionFailed, data }, occurredAt: now },
  });
}
