import { Injectable } from '@nestjs/common';
import { lockOpenEnrollment, withdrawEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { sellingTables } from '../selling.tables.js';
import { balanceOf, waived } from './ledger.js';
import { addEntry } from './sale-entries.js';
import type { CancelSaleRequest, Sale } from './sale.dto.js';
import { SALE, SaleEntity } from './sale.entity.js';
import { cancelSale } from './sale.operations.js';
import { SaleRepository, type SaleRow } from './sale.repository.js';

const lowerInstallments = sellingTables.statement(
  'lower_installments_of_sale',
  { sale: 'uuid', ids: 'uuid[]', amounts: 'text[]' },
  `update sale_installments i set amount = t.amount::integer
   from unnest(:ids::uuid[], :amounts::text[]) as t (id, amount)
   where i.organization_id = :organization and i.sale_id = :sale and i.id = t.id`,
);

const dropInstallments = sellingTables.statement(
  'drop_installments_of_sale',
  { sale: 'uuid', kept: 'uuid[]' },
  `delete from sale_installments
   where organization_id = :organization and sale_id = :sale and id <> all(:kept::uuid[])`,
);

@Injectable()
export class CancellationService {
  constructor(private readonly sales: SaleRepository) {}

  /** Locks the sale, then its enrollment. Choices that mean nothing in its state are ignored. */
  async cancel(uow: UnitOfWork, id: string, request: CancelSaleRequest): Promise<Sale> {
    const sale = await uow.getForUpdate(SaleEntity, id);
    const own = closerOf(uow.caller);
    // Somebody else has got it meanwhile.
    if (own !== null && sale.closerMemberId !== own) throw notFound();
    const row = await this.sales.read(uow, id);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    SALE.checkMove(row.status, 'cancelled');
    if (own !== null && row.status === 'active') throw forbidden('To cancel an active sale requires OWNER or ADMIN.');
    const isWithdrawn = await this.withdraw(uow, row, request);
    const owed = row.owed - (await this.waive(uow, row, request));
    const { reason } = request;
    const ended = { status: 'cancelled', endedAt: uow.now, endReason: reason, holdUntil: null } as const;
    const cancelled = uow.change(SaleEntity, sale, ended);
    const { currency } = row.terms;
    uow.record(cancelSale.event, { ...cancelled, currency, owed }, { owed: { from: row.owed, to: owed }, isWithdrawn });
    return this.sales.one(uow, id);
  }

  /** Throws 400 where the enrollment is open and the request does not say what becomes of it. */
  private async withdraw(
    uow: UnitOfWork,
    { enrollmentId }: SaleRow,
    { enrollment: choice, reason }: CancelSaleRequest,
  ): Promise<boolean> {
    const open = enrollmentId === null ? null : await lockOpenEnrollment(uow, enrollmentId);
    if (open === null) return false;
    if (choice === undefined) throw invalidField('enrollment', 'is required, as the enrollment is open');
    if (choice === 'withdraw') withdrawEnrollment(uow, open, reason);
    return choice === 'withdraw';
  }

  /** Returns how much is owed no longer. Throws 400 where an amount is outstanding and the request does not say so. */
  private async waive(uow: UnitOfWork, row: SaleRow, { outstanding: choice }: CancelSaleRequest): Promise<number> {
    const { outstanding } = balanceOf(row);
    if (outstanding === 0) return 0;
    if (choice === undefined) throw invalidField('outstanding', 'is required, as an amount is outstanding');
    if (choice === 'keep') return 0;
    const kept = waived(await this.sales.listInstallments(uow, [row.id]), row.received);
    const ids = kept.map(({ id }) => id);
    uow.queue(dropInstallments, { sale: row.id, kept: ids });
    uow.queue(lowerInstallments, { sale: row.id, ids, amounts: kept.map(({ amount }) => String(amount)) });
    const entry = { saleId: row.id, kind: 'owed_reduced', currency: row.terms.currency } as const;
    await addEntry(uow, { ...entry, amount: outstanding });
    return outstanding;
  }
}
