import type { TenantSession } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { CheckoutEntity } from '../ledger/checkout.entity.js';
import { checkoutEnded } from '../ledger/checkout.events.js';
import { lookAtCollections } from '../ledger/collections.js';
import { requestOfProvider } from '../provider/provider-jobs.js';
import { sellingTables } from '../selling.tables.js';

const lockLive = sellingTables
  .statement(
    'lock_live_checkout_of_sale',
    { sale: 'uuid' },
    `select id from checkouts where organization_id = :organization and sale_id = :sale
       and status in ('preparing', 'open', 'processing') for update`,
  )
  .returning<{ id: string }>();

// One that is being sent has another status by then.
const dropUnsent = sellingTables.statement(
  'drop_unsent_job_of_checkout',
  { checkout: 'uuid', now: 'timestamptz' },
  `update provider_jobs set status = 'dropped', finished_at = :now, next_at = null, updated_at = :now
   where organization_id = :organization and kind = 'create_checkout' and target_id = :checkout and status = 'waiting'`,
);

/** Ends the live checkout of a locked sale. One that the provider may have is expired there, by a worker. */
export async function closeCheckout(uow: UnitOfWork, saleId: string): Promise<void> {
  const [live] = await uow.query(lockLive, { sale: saleId });
  if (!live) return;
  const checkout = await uow.get(CheckoutEntity, live.id);
  if (checkout.providerId === null && (await uow.execute(dropUnsent, { checkout: live.id, now: uow.now })) > 0) {
    const [ended] = uow.changeAll(CheckoutEntity, [checkout], { status: 'expired' });
    const { id: checkoutId, status, expiresAt } = ended;
    uow.recordFact(checkoutEnded, { checkoutId, saleId, status, expiresAt: expiresAt.toISOString() });
    await lookAtCollections(uow, uow.now);
    return;
  }
  uow.changeAll(CheckoutEntity, [checkout], { closeRequestedAt: uow.now });
  if (checkout.providerId !== null) await requestExpiry(uow, checkout, uow.now);
}

/** Has the checkout expired at the provider. */
export async function requestExpiry(
  tenant: TenantSession,
  { id, saleId, accountId, providerId }: Pick<CheckoutEntity, 'id' | 'saleId' | 'accountId' | 'providerId'>,
  now: Date,
): Promise<void> {
  const request = { checkoutId: providerId };
  await requestOfProvider(tenant, { kind: 'expire_checkout', targetId: id, saleId, accountId, request }, now);
}
