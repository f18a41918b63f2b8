import { countTakenSeats, requireOpenCohort, SEATED, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { lockActiveMembers } from '#contexts/identity/identity.public.js';
import { notFound } from '#kernel/errors';
import { Refusal, type RefusalRules } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { enrollmentTables } from './enrollments.tables.js';

export type SeatRefusal = 'member_not_active' | 'seat_taken' | 'cohort_full';

/** Why a member gets no seat in a cohort. */
export const SEAT_REFUSALS: RefusalRules<SeatRefusal> = {
  member_not_active: { status: 400, field: 'memberId', issue: 'must be an active member of the organization' },
  seat_taken: { status: 409, field: 'memberId', issue: 'must not be of a person who has a seat in the cohort' },
  cohort_full: { status: 409, field: 'memberId', issue: 'must fit into the capacity of the cohort' },
};

/** A seat that is asked for. */
export interface WantedSeat {
  cohortId: string;
  memberId: string;
}

interface LockedCohort {
  id: string;
  status: CohortStatus;
  capacity: number | null;
}

const lockCohorts = enrollmentTables
  .statement(
    'lock_cohorts_to_enroll',
    { ids: 'uuid[]' },
    `select id, status, capacity from cohorts
     where organization_id = :organization and id = any(:ids::uuid[]) order by id for update`,
  )
  .returning<LockedCohort>();

const listAccounts = enrollmentTables
  .statement(
    'list_accounts_to_enroll',
    { members: 'uuid[]' },
    'select id, account_id from members where organization_id = :organization and id = any(:members::uuid[])',
  )
  .returning<{ id: string; account_id: string }>();

// By account: a person who was detached and added again has several member rows.
const findSeats = enrollmentTables
  .statement(
    'find_seats_of_persons',
    { cohorts: 'uuid[]', members: 'uuid[]' },
    `select e.cohort_id, former.account_id, e.id from members m
     join members former on former.organization_id = m.organization_id and former.account_id = m.account_id
     join enrollments e on e.organization_id = former.organization_id and e.member_id = former.id
     where m.organization_id = :organization and m.id = any(:members::uuid[])
       and e.cohort_id = any(:cohorts::uuid[]) and e.status in (${SEATED})`,
  )
  .returning<{ cohort_id: string; account_id: string; id: string }>();

/** The seats that are taken in a cohort, and whether the person has one of them. */
export async function readSeats(
  scope: Scope,
  { cohortId, memberId }: WantedSeat,
): Promise<{ taken: number; ofPerson: boolean }> {
  const cohorts = [cohortId];
  const counts = await countTakenSeats(scope, cohorts);
  const seats = await scope.query(findSeats, { cohorts, members: [memberId] });
  return { taken: counts.get(cohortId)?.taken ?? 0, ofPerson: seats.length > 0 };
}

/** The seats of locked cohorts, which are given out in the order in which they are asked for. */
export class EnrollmentSeats {
  private constructor(
    private readonly cohorts: ReadonlyMap<string, LockedCohort>,
    private readonly active: ReadonlyMap<string, unknown>,
    private readonly accounts: ReadonlyMap<string, string>,
    /** The number of seats taken, by cohort: also of holds. */
    private readonly counts: Map<string, number>,
    /** The enrollments of persons, by cohort and account. */
    private readonly taken: Map<string, string>,
  ) {}

  /** The enrollments that were given their seats here. */
  private readonly seatedHere = new Set<string>();

  /**
   * Locks the cohorts, then the members, in order of their ids, and reads the seats. A number of statements that does not
   * depend on the number of seats.
   */
  static async open(uow: UnitOfWork, requestedSeats: readonly WantedSeat[]): Promise<EnrollmentSeats> {
    const cohorts = [...new Set(requestedSeats.map(({ cohortId }) => cohortId))];
    const members = [...new Set(requestedSeats.map(({ memberId }) => memberId))];
    const locked = await uow.query(lockCohorts, { ids: cohorts });
    const active = await lockActiveMembers(uow, members);
    const [counts, accounts, seats] = await Promise.all([
      countTakenSeats(uow, cohorts),
      uow.query(listAccounts, { members }),
      uow.query(findSeats, { cohorts, members }),
    ]);
    return new EnrollmentSeats(
      new Map(locked.map((cohort) => [cohort.id, cohort])),
      active,
      new Map(accounts.map(({ id, account_id }) => [id, account_id])),
      new Map([...counts].map(([id, { taken }]) => [id, taken])),
      new Map(seats.map(({ cohort_id, account_id, id }) => [`${cohort_id} ${account_id}`, id])),
    );
  }

  /** The status of a cohort that was locked; undefined if it does not exist. */
  statusOf(cohortId: string): CohortStatus | undefined {
    return this.cohorts.get(cohortId)?.status;
  }

  /** Throws 404 for a cohort that does not exist, and 409 for one that takes no enrollments. */
  requireOpen(cohortId: string): void {
    const cohort = this.cohorts.get(cohortId);
    if (!cohort) throw notFound();
    requireOpenCohort(cohort);
  }

  /** Gives the member a seat for the enrollment that will have the id, or returns why not. */
  take({ id, cohortId, memberId }: WantedSeat & { id: string }): Refusal<SeatRefusal> | undefined {
    const person = `${cohortId} ${this.accounts.get(memberId)}`;
    const holder = this.taken.get(person);
    const isActive = this.active.has(memberId);
    // Another membership of a person who was given a seat here has the more telling refusal.
    if (!isActive && !this.seatedHere.has(holder ?? '')) return new Refusal('member_not_active');
    if (holder !== undefined) return new Refusal('seat_taken', holder);
    const capacity = this.cohorts.get(cohortId)?.capacity ?? null;
    const seats = this.counts.get(cohortId) ?? 0;
    if (capacity !== null && seats >= capacity) return new Refusal('cohort_full');
    this.counts.set(cohortId, seats + 1);
    this.taken.set(person, id);
    this.seatedHere.add(id);
    return undefined;
  }
}
