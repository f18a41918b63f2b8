import { Injectable } from '@nestjs/common';
import { SEATED, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { notFound } from '#kernel/errors/service-error.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { EnrollmentsQuery } from './enrollment.dto.js';
import { EnrollmentEntity } from './enrollment.entity.js';
import { coachedEnrollments, reachesAllEnrollments } from './enrollment.policy.js';
import { enrollmentTables } from './enrollments.tables.js';

const lockCohort = enrollmentTables
  .statement(
    'lock_cohort_to_enroll',
    { id: 'uuid' },
    'select status, capacity from cohorts where organization_id = :organization and id = :id for update',
  )
  .returning<{ status: CohortStatus; capacity: number | null }>();

// Separate from the lock: its snapshot, taken once the lock is held, includes what previous lock holders committed.
const countSeats = enrollmentTables
  .statement(
    'count_seats_to_enroll',
    { cohort: 'uuid' },
    `select count(*)::integer as seats from enrollments
     where organization_id = :organization and cohort_id = :cohort and status in (${SEATED})`,
  )
  .returning<{ seats: number }>();

// By account: a person who was detached and added again has several member rows.
const findSeat = enrollmentTables.statement(
  'find_seat_of_person',
  { cohort: 'uuid', member: 'uuid' },
  `select 1 from members m
   join members former on former.organization_id = m.organization_id and former.account_id = m.account_id
   join enrollments e on e.organization_id = former.organization_id and e.member_id = former.id
   where m.organization_id = :organization and m.id = :member and e.cohort_id = :cohort and e.status in (${SEATED})
   limit 1`,
);

const listNames = enrollmentTables
  .statement(
    'list_enrolled_names',
    { ids: 'uuid[]' },
    'select id, name from members where organization_id = :organization and id = any(:ids::uuid[])',
  )
  .returning<{ id: string; name: string }>();

@Injectable()
export class EnrollmentRepository {
  /** The enrollments that the caller reaches: those a coach is assigned to, all of them for other callers. */
  list(scope: Scope, query: EnrollmentsQuery): Promise<Page<EnrollmentEntity>> {
    const { cohortId, status, memberId } = query;
    return listPage(scope, EnrollmentEntity, query, {
      equal: { cohortId, status, memberId },
      where: (select) => {
        if (reachesAllEnrollments(scope.caller)) return;
        select.andWhere(`row.id = any(${coachedEnrollments(':coach')})`, { coach: scope.caller.memberId });
      },
    });
  }

  /** Locks the cohort until the end of the unit, so that enrolling and configuring are serialized. Throws 404. */
  async lockCohort(uow: UnitOfWork, id: string): Promise<{ status: CohortStatus; capacity: number | null }> {
    const [cohort] = await uow.query(lockCohort, { id });
    if (!cohort) throw notFound();
    return cohort;
  }

  async countSeats(scope: Scope, cohort: string): Promise<number> {
    const [row] = await scope.query(countSeats, { cohort });
    return row.seats;
  }

  /** Whether the member's account has a seat in the cohort, whose lock the caller must hold. */
  async hasSeat(uow: UnitOfWork, cohort: string, member: string): Promise<boolean> {
    return (await uow.query(findSeat, { cohort, member })).length > 0;
  }

  /** Display names by member id. */
  async listMemberNames(
    scope: Scope,
    enrollments: readonly Pick<EnrollmentEntity, 'memberId'>[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listNames, { ids: enrollments.map((enrollment) => enrollment.memberId) });
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}
