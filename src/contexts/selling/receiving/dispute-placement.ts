import { Injectable } from '@nestjs/common';
import { pauseByService } from '#contexts/enrollments/enrollments.public.js';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct, workAsService } from '#kernel/trail';
import type { UnitOfWork } from '#kernel/work';
import { DisputeEntity } from '../ledger/payment.entity.js';
import { lookAtInstallments } from '../ledger/installments.job.js';
import { resumeWhenPaid } from '../ledger/overdue-pause.js';
import { addEntry } from '../ledger/sale-entries.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import type { ProviderDispute } from '../provider/provider-objects.js';
import { sellingTables } from '../selling.tables.js';
import { DISPUTE_CLOSED, DISPUTE_OPENED } from './dispute.events.js';
import { type PlacedPayment, readPaidSale } from './sale-of-payment.js';

/** The reason of the pause. */
const PAYMENT_DISPUTED = 'Payment disputed';

const findDispute = sellingTables
  .statement(
    'find_dispute_of_provider',
    { provider: 'text' },
    'select id from disputes where organization_id = :organization and provider_id = :provider',
  )
  .returning<{ id: string }>();

type Row = Omit<DisputeEntity, 'organizationId'>;

/** Applies the state that a dispute has at the provider. One that was decided stays so; its money may still move. */
@Injectable()
export class DisputePlacement {
  constructor(private readonly sales: SaleRepository) {}

  /** Returns whether a dispute is recorded that was not known. */
  async place(tenant: TenantSession, now: Date, dispute: ProviderDispute, payment: PlacedPayment): Promise<boolean> {
    const sale = await readPaidSale(tenant, payment.saleId);
    if (!sale) throw new Error(`payment ${payment.id} has no sale`);
    return workAsService(tenant, { now, behalf: sale }, async (uow) => {
      await uow.getForUpdate(SaleEntity, sale.id);
      const [known] = await uow.query(findDispute, { provider: dispute.id });
      const row = known
        ? await uow.getForUpdate(DisputeEntity, known.id)
        : await this.open(uow, dispute, payment, sale.id);
      await this.move(uow, row, dispute);
      return !known;
    });
  }

  private async open(
    uow: UnitOfWork,
    { id: providerId, amount, currency, createdAt }: ProviderDispute,
    { id: paymentId }: PlacedPayment,
    saleId: string,
  ): Promise<Row> {
    const openedAt = createdAt < uow.now ? createdAt : uow.now;
    const { terms, enrollmentId } = await this.sales.read(uow, saleId);
    const pauses = terms.overdue.pauseOnDispute && enrollmentId !== null ? [enrollmentId] : [];
    const pause = (await pauseByService(uow, pauses, { reason: PAYMENT_DISPUTED, at: uow.now })).at(0);
    const row = uow.insert(DisputeEntity, {
      ...{ paymentId, saleId, amount, currency, status: 'open', providerId, openedAt },
      ...{ pauseChangeId: pause?.statusChangeId ?? null, isWithdrawn: false, isReturned: false },
    });
    uow.recordAlso(DISPUTE_OPENED, referenceOf(row), { paymentId, amount });
    if (pause) await recordServiceAct(uow, pause.act);
    return row;
  }

  private async move(uow: UnitOfWork, row: Row, { status, isWithdrawn, isReturned }: ProviderDispute): Promise<void> {
    const { id: disputeId, saleId, paymentId, amount, currency } = row;
    const entry = { saleId, amount, currency, paymentId, disputeId };
    const withdraws = isWithdrawn && !row.isWithdrawn;
    const returns = isReturned && !row.isReturned && (isWithdrawn || row.isWithdrawn);
    const closes = row.status === 'open' && status !== 'open';
    if (!withdraws && !returns && !closes) return;
    const moved = {
      isWithdrawn: row.isWithdrawn || withdraws,
      isReturned: row.isReturned || returns,
      ...(closes && { status, closedAt: uow.now }),
    };
    uow.changeAll(DisputeEntity, [row], moved);
    if (withdraws) await addEntry(uow, { ...entry, kind: 'dispute_withdrawn' });
    if (returns) await addEntry(uow, { ...entry, kind: 'dispute_returned' });
    await lookAtInstallments(uow, uow.now);
    if (closes) uow.recordAlso(DISPUTE_CLOSED, referenceOf({ ...row, ...moved }), { status });
    const sale = await this.sales.read(uow, saleId);
    if (sale.status === 'active' && (returns || (closes && status === 'won'))) await resumeWhenPaid(uow, sale);
  }
}

function referenceOf({ id, paymentId, saleId, amount, currency, status }: Row) {
  return { targetId: id, data: { disputeId: id, paymentId, saleId, amount, currency, status } };
}
