import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { workAsService } from '#kernel/trail';
import type { UnitOfWork } from '#kernel/work';
import { lookAtCollections } from '../ledger/collections.js';
import { RefundEntity } from '../ledger/payment.entity.js';
import { enterRefund } from '../ledger/refunded.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { REFUND_FAILED, REFUND_REQUESTED, REFUND_SUCCEEDED } from '../ledger/refund.events.js';
import type { ProviderRefund } from '../provider/provider-objects.js';
import { ReturnedRefund } from '../sale/returned-refund.js';
import { type LockedSale, SaleLocks } from '../sale/sale-locks.js';
import { sellingTables } from '../selling.tables.js';
import { type PlacedPayment, readPaidSale } from './sale-of-payment.js';

/** The reason of a refund that somebody made at the provider. */
const MADE_THERE = 'Refunded at the provider';

// By its id there or, before that is known, by the job that has asked for it.
const findRefund = sellingTables
  .statement(
    'find_refund_of_provider',
    { provider: 'text', job: 'uuid' },
    `select r.id, r.status from refunds r
     where r.organization_id = :organization and (r.provider_id = :provider or r.provider_id is null and r.id = (
       select j.target_id from provider_jobs j
       where j.organization_id = :organization and j.id = :job and j.kind = 'refund'))`,
  )
  .returning<{ id: string; status: string }>();

/** Applies the state that a refund has at the provider. States go forward: a bank may still send back what has succeeded. */
@Injectable()
export class RefundPlacement {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly returned: ReturnedRefund,
  ) {}

  /** Returns whether a refund is recorded that was not known. */
  async place(tenant: TenantSession, now: Date, refund: ProviderRefund, payment: PlacedPayment): Promise<boolean> {
    const sale = await readPaidSale(tenant, payment.saleId);
    if (!sale) throw new Error(`payment ${payment.id} has no sale`);
    return workAsService(tenant, { now, behalf: sale }, async (uow) => {
      const [known] = await uow.query(findRefund, { provider: refund.id, job: refund.tag.jobId ?? null });
      // Money that comes back may do all that money does. A job whose request has failed holds the sale already: the rest
      // comes before the sale in the order of locks.
      const comesBack = refund.status === 'failed' && known?.status === 'succeeded';
      const locked = comesBack ? await this.locks.lock(uow, await this.sales.read(uow, sale.id)) : null;
      if (!locked) await uow.getForUpdate(SaleEntity, sale.id);
      if (known) {
        const row = await uow.getForUpdate(RefundEntity, known.id);
        if (locked && row.status === 'succeeded') await this.giveBack(uow, locked, row);
        else await this.move(uow, row, refund);
        return false;
      }
      if (refund.status === 'failed') return false;
      const { amount, currency, id: providerId } = refund;
      const { id: paymentId, saleId } = payment;
      const made = uow.insert(RefundEntity, {
        ...{ paymentId, saleId, amount, currency, status: 'pending', providerId },
        ...{ enrollment: 'keep', claim: 'keep', reason: MADE_THERE },
      });
      uow.recordAlso(REFUND_REQUESTED, made, ['enrollment', 'claim']);
      await this.move(uow, made, refund);
      return true;
    });
  }

  /** The provider did not take the request. */
  async fail(tenant: TenantSession, now: Date, id: string, saleId: string): Promise<void> {
    const sale = await readPaidSale(tenant, saleId);
    if (!sale) throw new Error(`refund ${id} has no sale`);
    await workAsService(tenant, { now, behalf: sale }, async (uow) => {
      await uow.getForUpdate(SaleEntity, sale.id);
      const refund = await uow.getForUpdate(RefundEntity, id);
      await this.move(uow, refund, { id: null, status: 'failed' });
    });
  }

  private async move(
    uow: UnitOfWork,
    refund: Omit<RefundEntity, 'organizationId'>,
    { id: providerId, status }: Pick<ProviderRefund, 'status'> & { id: string | null },
  ): Promise<void> {
    if (refund.status !== 'pending') return;
    if (status === 'pending' && refund.providerId === providerId) return;
    uow.changeAll(RefundEntity, [refund], { status, providerId });
    if (status === 'pending') return;
    if (status === 'succeeded') await enterRefund(uow, this.sales, await this.sales.read(uow, refund.saleId), refund);
    else await lookAtCollections(uow, uow.now);
    uow.recordAlso(status === 'succeeded' ? REFUND_SUCCEEDED : REFUND_FAILED, referenceOf(refund), { status });
  }

  private async giveBack(uow: UnitOfWork, locked: LockedSale, refund: RefundEntity): Promise<void> {
    uow.changeAll(RefundEntity, [refund], { status: 'failed' });
    await this.returned.enter(uow, locked, refund);
    uow.recordAlso(REFUND_FAILED, referenceOf(refund), { status: { from: 'succeeded', to: 'failed' } });
  }
}

function referenceOf(refund: Omit<RefundEntity, 'organizationId'>) {
  const { id: refundId, paymentId, saleId, amount, currency, enrollment, claim } = refund;
  return { targetId: refundId, data: { refundId, paymentId, saleId, amount, currency, enrollment, claim } };
}
