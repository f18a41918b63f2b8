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
import { seatsForSale } from '../offer/on-sale.js';
import { OfferRepository } from '../offer/offer.repository.js';
import type { Terms } from '../terms/terms.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { sellingTables } from '../selling.tables.js';
import { SaleEntity, type StuckReason } from '../ledger/sale.entity.js';

const STUCK: Readonly<Record<SeatRefusal, StuckReason>> = {
  member_not_active: 'member_detached',
  seat_taken: 'seat_taken',
  cohort_full: 'cohort_full',
};

// The active membership of a person with several.
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
export interface FulfilledSale {
  sale: NewRow<SaleEntity>;
  terms: Terms;
  programId: string;
  prospect: ProspectEntity;
}

interface Fulfilled {
  enrollmentId: string;
  memberId: string;
}

/** Gives an active sale its enrollment. */
@Injectable()
export class Fulfillment {
  constructor(
    private readonly offers: OfferRepository,
    private readonly enrollments: EnrollmentCreation,
  ) {}

  /** Enrolls the participant, who becomes a member where they are none, or tells why not. */
  async enroll(
    uow: UnitOfWork,
    fulfilled: FulfilledSale,
    { reattaches = false, fromSeatsForSale = false }: { reattaches?: boolean; fromSeatsForSale?: boolean },
  ): Promise<Fulfilled | StuckReason> {
    const { sale, terms, programId, prospect } = fulfilled;
    const { cohortId, participantName, participantEmail } = sale;
    if (cohortId === null) throw new Error(`sale ${sale.id} was accepted without a cohort`);
    const [cohort] = await listCohortsForSale(uow, { cohorts: [cohortId], programs: [] });
    if (isClosed(cohort.status)) return 'cohort_closed';
    if (seatsForSale({ ...cohort, keptBack: fromSeatsForSale ? cohort.keptBack : 0 }) === 0) return 'cohort_full';
    const { name, email } = participantName === null ? prospect : { name: participantName, email: participantEmail };
    const memberId = email === null ? null : await this.memberOf(uow, name, email, reattaches);
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

  /** The active member with the address, who is added as by an import; null for one who was detached, unless they are added again. */
  private async memberOf(uow: UnitOfWork, name: string, email: string, reattaches: boolean): Promise<string | null> {
    const [member] = await uow.query(findMember, { email });
    if (member?.status === 'active') return member.id;
    if (member && !reattaches) return null;
    const [added] = await addMembers(uow, [{ email, name, externalId: null }]);
    return added;
  }

  /** The path of the terms while it is active; without one the default path of the program is given. */
  private async pathOf(uow: UnitOfWork, programId: string, { pathId }: Terms): Promise<string | undefined> {
    if (pathId === null || !(await this.offers.isActivePath(uow, programId, pathId))) return undefined;
    return pathId;
  }
}
