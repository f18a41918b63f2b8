import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { prospectClosed } from '../prospect/prospect.operations.js';
import { Fulfillment, type FulfilledSale } from './fulfillment.js';
import { lookAtInstallments } from '../ledger/installments.job.js';
import { addEntry } from '../ledger/sale-entries.js';
import { SaleEntity, type StuckReason } from '../ledger/sale.entity.js';
import { saleActivated, saleStuck } from '../ledger/sale.events.js';

interface Activated extends FulfilledSale {
  /** In their order. */
  installments: readonly { amount: number; dueAt: Date }[];
  /** Why nobody can be enrolled, as far as the caller knows. */
  refusal?: StuckReason | null;
  /** Whether a seat was kept until now. Without one, seats that are kept back are left alone. */
  hasHold: boolean;
}

/** Activates a sale whose terms are met: it is owed, the person is enrolled, and the prospect is won. */
@Injectable()
export class Activation {
  constructor(private readonly fulfillment: Fulfillment) {}

  /** Returns why nobody could be enrolled; null where somebody was. */
  async activate(uow: UnitOfWork, activated: Activated): Promise<StuckReason | null> {
    const { sale, terms, installments } = activated;
    const owed = installments.reduce((sum, { amount }) => sum + amount, 0);
    // Before the seats are counted: its own hold takes none any more.
    const active = uow.change(SaleEntity, sale, { status: 'active', activatedAt: uow.now });
    await addEntry(uow, { saleId: sale.id, kind: 'owed', amount: owed, currency: terms.currency });
    await lookAtInstallments(uow, installments[0].dueAt);
    const result =
      activated.refusal ?? (await this.fulfillment.enroll(uow, activated, { fromSeatsForSale: !activated.hasHold }));
    const { id: saleId, offerId, prospectId, closerMemberId, cohortId } = sale;
    const reference = { saleId, offerId, prospectId, closerMemberId, cohortId, currency: terms.currency, owed };
    if (typeof result === 'string') {
      uow.change(SaleEntity, active, { fulfillment: 'stuck', fulfillmentReason: result });
      uow.recordFact(saleActivated, { ...reference, enrollmentId: null, memberId: null });
      uow.recordFact(saleStuck, { ...reference, reason: result });
    } else {
      uow.change(SaleEntity, active, { fulfillment: 'done', enrollmentId: result.enrollmentId });
      uow.recordFact(saleActivated, { ...reference, ...result });
    }
    this.win(uow, activated.prospect);
    return typeof result === 'string' ? result : null;
  }

  private win(uow: UnitOfWork, prospect: ProspectEntity): void {
    if (prospect.status === 'won') return;
    const { id: prospectId, programId, closerMemberId } = prospect;
    uow.changeAll(ProspectEntity, [prospect], { status: 'won', lostReason: null, closedAt: uow.now });
    uow.recordFact(prospectClosed, { prospectId, programId, closerMemberId, reason: 'won' });
  }
}
