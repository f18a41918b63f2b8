import { Injectable } from '@nestjs/common';
import { SEATED, type CohortStatus } from '../cohorts/cohorts.public.js';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { EnrollmentsQuery } from './enrollment.dto.js';
import { EnrollmentEntity } from './enrollment.entity.js';
import { coachedEnrollments, reachesAllEnrollments } from './enrollment.policy.js';

/** What decides whether a cohort takes another member. */
export interface CohortSeats {
  status: CohortStatus;
  capacity: number | null;
}

const lockCohort = statement<CohortSeats>(
  'lock_cohort_to_enroll',
  'select status, capacity from cohorts where organization_id = $1 and id = $2 for update',
);

// A statement of its own: begun when the lock is held, it sees what those who held it before have written.
const countSeats = statement<{ seats: number }>(
  'count_seats_to_enroll',
  `select count(*)::integer as seats from enrollments
   where organization_id = $1 and cohort_id = $2 and status in (${SEATED})`,
);

// FOR SHARE: the member can't be detached meanwhile.
const lockMember = statement<{ name: string }>(
  'lock_member_to_enroll',
  `select name from members where organization_id = $1 and id = $2 and status = 'active' for share`,
);

// Who was detached and added again is another member, and still the same person.
const addUnlessSeated = statement(
  'add_enrollment_unless_seated',
  `insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
   select $1::uuid, $2::uuid, $3::uuid, m.id, $5::text, $6::timestamptz, $6::timestamptz from members m
   where m.organization_id = $1 and m.id = $4 and not exists (
     select 1 from members former
     join enrollments e on e.organization_id = $1 and e.member_id = former.id
     where former.organization_id = $1 and former.account_id = m.account_id
       and e.cohort_id = $3 and e.status in (${SEATED}))`,
);

const listNames = statement<{ id: string; name: string }>(
  'list_enrolled_names',
  'select id, name from members where organization_id = $1 and id = any($2::uuid[])',
);

@Injectable()
export class EnrollmentRepository {
  /** The enrollments that the caller reaches: a coach's own, all for everybody else. */
  list(scope: Scope, query: EnrollmentsQuery): Promise<Page<EnrollmentEntity>> {
    const { cohortId, status, memberId } = query;
    return listPage(
      scope,
      EnrollmentEntity,
      query,
      {
        equal: { cohortId, status, memberId },
        where: (select) => {
          if (reachesAllEnrollments(scope.caller)) return;
          const coached = coachedEnrollments(':coach', ':organizationId');
          select.andWhere(`row.id = any(${coached})`, { coach: scope.caller.memberId });
        },
      },
      (enrollment) => enrollment,
    );
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<EnrollmentEntity> {
    const enrollment = await scope.manager.findOneBy(EnrollmentEntity, { organizationId: scope.organizationId, id });
    if (!enrollment) throw notFound();
    return enrollment;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<EnrollmentEntity> {
    const enrollment = await uow.manager.findOne(EnrollmentEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!enrollment) throw notFound();
    return enrollment;
  }

  /** Locks the cohort until the end of the unit: enrolling and configuring wait for each other. Throws 404. */
  async lockCohort(uow: UnitOfWork, cohortId: string): Promise<CohortSeats> {
    const [cohort] = await uow.query(lockCohort, [cohortId]);
    if (!cohort) throw notFound();
    return cohort;
  }

  async countSeats(scope: Scope, cohortId: string): Promise<number> {
    const [row] = await scope.query(countSeats, [cohortId]);
    return row.seats;
  }

  /** Whether this is an active member, who then stays one until the end of the unit. */
  async lockActiveMember(uow: UnitOfWork, memberId: string): Promise<boolean> {
    return (await uow.query(lockMember, [memberId])).length > 0;
  }

  /** Answers whether it was added: not where the person has a seat in the cohort. For who holds the cohort's lock. */
  async addUnlessSeated(uow: UnitOfWork, enrollment: NewRow<EnrollmentEntity>): Promise<boolean> {
    const { id, cohortId, memberId, status, enrolledAt } = enrollment;
    return (await uow.execute(addUnlessSeated, [id, cohortId, memberId, status, enrolledAt.toISOString()])) === 1;
  }

  update(uow: UnitOfWork, id: string, change: Change<EnrollmentEntity>): void {
    uow.update(EnrollmentEntity, id, change);
  }

  /** Display names by member id. */
  async listMemberNames(
    scope: Scope,
    enrollments: readonly Pick<EnrollmentEntity, 'memberId'>[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listNames, [enrollments.map((enrollment) => enrollment.memberId)]);
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}
