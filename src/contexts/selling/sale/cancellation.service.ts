import { Injectable } from '@nestjs/common';
import { lockOpenEnrollment, withdrawEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { closeCheckout } from '../checkout/closed-checkouts.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { keepInstallments } from '../ledger/kept-installments.js';
import { balanceOf, waived } from '../ledger/ledger.js';
import { resumeWhenPaid } from '../ledger/overdue-pause.js';
import { addEntry } from '../ledger/sale-entries.js';
import type { CancelSaleRequest, Sale } from '../ledger/sale.dto.js';
import { SALE, SaleEntity } from '../ledger/sale.entity.js';
import { cancelSale } from './sale.operations.js';
import { SaleRepository, type SaleRow } from '../ledger/sale.repository.js';

/** Shown with the enrollment, also to those whom prices and debts do not concern. */
const WITHDRAWN = 'The sale was cancelled.';

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
    await closeCheckout(uow, id);
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
    { enrollment: choice }: CancelSaleRequest,
  ): Promise<boolean> {
    const open = enrollmentId === null ? null : await lockOpenEnrollment(uow, enrollmentId);
    if (open === null) return false;
    if (choice === undefined) throw invalidField('enrollment', 'is required, as the enrollment is open');
    if (choice === 'withdraw') withdrawEnrollment(uow, open, WITHDRAWN);
    return choice === 'withdraw';
  }

  /** Returns how much is owed no longer. Throws 400 where an amount is outstanding and the request does not say so. */
  private async waive(uow: UnitOfWork, row: SaleRow, { outstanding: choice }: CancelSaleRequest): Promise<number> {
    const { outstanding } = balanceOf(row);
    if (outstanding === 0) return 0;
    if (choice === undefined) throw invalidField('outstanding', 'is required, as an amount is outstanding');
    if (choice === 'keep') return 0;
    const kept = waived(await this.sales.listInstallments(uow, [row.id]), row.received);
    keepInstallments(uow, row.id, kept);
    const entry = { saleId: row.id, kind: 'owed_reduced', currency: row.terms.currency } as const;
    await addEntry(uow, { ...entry, amount: outstanding });
    await resumeWhenPaid(uow, row);
    return outstanding;
  }
}
