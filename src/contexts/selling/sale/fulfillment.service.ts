import { Injectable } from '@nestjs/common';
import { cohortFull, seatTaken } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, type ServiceError, wrongStatus } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { Fulfillment } from './fulfillment.js';
import { SaleLocks } from './sale-locks.js';
import type { FulfillSaleRequest, Sale } from '../ledger/sale.dto.js';
import { SALE, SaleEntity, type StuckReason } from '../ledger/sale.entity.js';
import { fulfillSale, saleFulfilled } from './sale.operations.js';
import { SaleRepository } from '../ledger/sale.repository.js';

@Injectable()
export class FulfillmentService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly fulfillment: Fulfillment,
  ) {}

  async fulfill(uow: UnitOfWork, id: string, request: FulfillSaleRequest): Promise<Sale> {
    const before = await this.sales.read(uow, id);
    const { participant, reattach, cohortId = before.cohortId } = request;
    const { sale, row, prospect, cohort } = await this.locks.lock(uow, before, cohortId);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail, participant?.email);
    SALE.require(row, 'active');
    if (cohort?.programId !== row.programId)
      throw invalidField('cohortId', 'must be a cohort of the program of the offer');
    if (row.fulfillmentStatus !== 'stuck' && row.fulfillmentStatus !== 'ended') throw saleFulfilled.error();
    const { terms, programId, owed } = row;
    const named = participant && { participantName: participant.name, participantEmail: participant.email };
    const chosen = uow.change(SaleEntity, sale, { cohortId, ...named });
    const { participantName, participantEmail } = chosen;
    if ((participantName === null ? prospect.email : participantEmail) === null) throw prospectErased.error();
    const result = await this.fulfillment.enroll(
      uow,
      { sale: chosen, terms, programId, prospect },
      { reattaches: reattach },
    );
    if (typeof result === 'string') throw await this.refused(uow, result, chosen.cohortId);
    const { enrollmentId } = result;
    uow.change(SaleEntity, chosen, { fulfillment: 'done', fulfillmentReason: null, enrollmentId });
    uow.record(fulfillSale.event, { ...chosen, ...result, currency: terms.currency, owed }, ['enrollmentId']);
    return this.sales.one(uow, id);
  }

  private async refused(scope: Scope, reason: StuckReason, cohortId: string | null): Promise<ServiceError> {
    if (reason === 'seat_taken') return seatTaken.error();
    if (reason === 'member_detached') return wrongStatus('member', 'detached');
    if (reason !== 'cohort_closed' || cohortId === null) return cohortFull.error();
    const [{ status }] = await listCohortsForSale(scope, { cohorts: [cohortId], programs: [] });
    return wrongStatus('cohort', status);
  }
}
