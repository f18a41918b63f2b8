import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import type { RefundEntity } from '../ledger/payment.entity.js';
import { addEntry } from '../ledger/sale-entries.js';
import { SaleInstallmentEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { sellingTables } from '../selling.tables.js';
import type { LockedSale } from './sale-locks.js';
import { Settlement } from './settlement.js';

const findDropped = sellingTables
  .statement(
    'find_claim_dropped_by_refund',
    { refund: 'uuid' },
    `select coalesce(sum(amount), 0)::double precision as amount from sale_entries
     where organization_id = :organization and refund_id = :refund and kind = 'owed_reduced'`,
  )
  .returning<{ amount: number }>();

/** Refunds that had succeeded, and whose money a bank sent back to the account. */
@Injectable()
export class ReturnedRefund {
  constructor(
    private readonly sales: SaleRepository,
    private readonly settlement: Settlement,
  ) {}

  /** The money was received again, and what the refund had dropped is owed again: as if it had failed at once. */
  async enter(
    uow: UnitOfWork,
    locked: LockedSale,
    { id: refundId, paymentId, amount, currency }: Pick<RefundEntity, 'id' | 'paymentId' | 'amount' | 'currency'>,
  ): Promise<void> {
    const { id: saleId } = locked.row;
    const [dropped] = await uow.query(findDropped, { refund: refundId });
    if (dropped.amount > 0) {
      const last = (await this.sales.listInstallments(uow, [saleId])).at(-1);
      const dueAt = last && last.dueAt > uow.now ? last.dueAt : uow.now;
      const position = (last?.position ?? 0) + 1;
      uow.insert(SaleInstallmentEntity, { saleId, position, amount: dropped.amount, dueAt });
      await addEntry(uow, { saleId, kind: 'owed_raised', amount: dropped.amount, currency, refundId });
    }
    await this.settlement.receive(uow, locked, { amount, paymentId, refundId, occurredAt: uow.now });
  }
}
