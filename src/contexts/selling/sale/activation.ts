import { Injectable } from '@nestjs/common';
import { isClosed } from '#contexts/cohorts/cohorts.public.js';
import {
  enroll,
  EnrollmentCreation,
  EnrollmentSeats,
  type SeatRefusal,
} from '#contexts/enrollments/enrollments.public.js';
import { addMembers } from '#contexts/identity/identity.public.js';
import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import { OfferRepository } from '../offer/offer.repository.js';
import type { Terms } from '../offer/terms.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { prospectClosed } from '../prospect/prospect.operations.js';
import { sellingTables } from '../selling.tables.js';
import { addEntry } from './sale-entries.js';
import { SaleEntity, type StuckReason } from './sale.entity.js';
import { saleActivated, saleStuck } from './sale.operations.js';

const STUCK: Readonly<Record<SeatRefusal, StuckReason>> = {
  member_not_active: 'member_detached',
  seat_taken: 'seat_taken',
  cohort_full: 'cohort_full',
};

// The active membership, where a person has several.
const findMember = sellingTables
  .statement(
    'find_member_of_participant',
    { email: 'text' },
    `select m.id, m.status, m.account_id as "accountId" from members m
     where m.organization_id = :organization and m.account_id = (select a.id from accounts a where a.email = :email)
     order by m.status limit 1`,
  )
  .returning<{ id: string; status: 'active' | 'detached' }>();

/** A sale whose rows are locked, as are its cohort and its prospect. */
interface Activated {
  sale: NewRow<SaleEntity>;
  terms: Terms;
  programId: string;
  prospect: ProspectEntity;
  installments: readonly { amount: number }[];
}

interface Fulfilled {
  enrollmentId: string;
  memberId: string;
}

/** Activates a sale once its terms are met: it is owed, the person is enrolled, and the prospect is won. */
@Injectable()
export class Activation {
  constructor(
    private readonly offers: OfferRepository,
    private readonly enrollments: EnrollmentCreation,
  ) {}

  async activate(uow: UnitOfWork, activated: Activated): Promise<void> {
    const { sale, terms, installments } = activated;
    const owed = installments.reduce((sum, { amount }) => sum + amount, 0);
    // Before the seats are counted: its own hold takes none any more.
    const active = uow.change(SaleEntity, sale, { status: 'active', activatedAt: uow.now });
    await addEntry(uow, { saleId: sale.id, kind: 'owed', amount: owed, currency: terms.currency });
    const result = await this.enroll(uow, activated);
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
  }

  /** Enrolls the participant, who becomes a member where they are none, or tells why not. */
  private async enroll(uow: UnitOfWork, activated: Activated): Promise<Fulfilled | StuckReason> {
    const { sale, terms, programId, prospect } = activated;
    const { cohortId, participantName, participantEmail } = sale;
    if (cohortId === null) throw new Error(`sale ${sale.id} was accepted without a cohort`);
    const [cohort] = await listCohortsForSale(uow, { cohorts: [cohortId], programs: [] });
    if (isClosed(cohort.status)) return 'cohort_closed';
    if (cohort.capacity !== null && cohort.occupancy + cohort.held >= cohort.capacity) return 'cohort_full';
    const { name, email } = participantName === null ? prospect : { name: participantName, email: participantEmail };
    const memberId = email === null ? null : await this.memberOf(uow, name, email);
    if (memberId === null) return 'member_detached';
    const seat = { id: uow.newId(), cohortId, memberId };
    const refusal = (await EnrollmentSeats.open(uow, [seat])).take(seat);
    if (refusal) return STUCK[refusal.code];
    await this.enrollments.create(
      uow,
      [{ ...seat, status: terms.enrollAs }],
      (row, changes) => uow.recordAlso(enroll, row, changes),
      { giveCohortTasks: true, pathId: await this.pathOf(uow, programId, terms) },
    );
    return { enrollmentId: seat.id, memberId };
  }

  /** The active member with the address, who is added as by an import; null for a person who was detached. */
  private async memberOf(uow: UnitOfWork, name: string, email: string): Promise<string | null> {
    const [member] = await uow.query(findMember, { email });
    if (member) return member.status === 'active' ? member.id : null;
    const [added] = await addMembers(uow, [{ email, name, externalId: null }]);
    return added;
  }

  /** The path of the terms while it is active; without one the default path of the program is given. */
  private async pathOf(uow: UnitOfWork, programId: string, { pathId }: Terms): Promise<string | undefined> {
    if (pathId === null || !(await this.offers.isActivePath(uow, programId, pathId))) return undefined;
    return pathId;
  }

  private win(uow: UnitOfWork, prospect: ProspectEntity): void {
    if (prospect.status === 'won') return;
    const { id: prospectId, programId, closerMemberId } = prospect;
    uow.changeAll(ProspectEntity, [prospect], { status: 'won', lostReason: null, closedAt: uow.now });
    uow.recordFact(prospectClosed, { prospectId, programId, closerMemberId, reason: 'won' });
  }
}
