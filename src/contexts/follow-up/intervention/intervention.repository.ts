import { Injectable } from '@nestjs/common';
import { REACHED, reachValues, type EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import { listPage, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';
import type { WorkQueueQuery } from './intervention.dto.js';
import { InterventionEntity } from './intervention.entity.js';

export interface LockedEnrollment {
  id: string;
  status: EnrollmentStatus;
}

// FOR SHARE: a concurrent pause waits, a concurrent plan does not.
const lockEnrollments = followUpTables
  .statement(
    'lock_enrollment_statuses',
    { ids: 'uuid[]' },
    `select id, status from enrollments
     where organization_id = :organization and id = any(:ids::uuid[]) order by id for share`,
  )
  .returning<LockedEnrollment>();

// FOR SHARE: a concurrent resolution waits.
const findOpenBlocker = followUpTables.statement(
  'find_open_blocker',
  { id: 'uuid', enrollment: 'uuid' },
  `select 1 from blockers
   where organization_id = :organization and id = :id and enrollment_id = :enrollment and status = 'open'
   for share`,
);

@Injectable()
export class InterventionRepository {
  /** Locks the statuses of the enrollments against changes until the end of the unit of work. */
  lockEnrollments(uow: UnitOfWork, ids: readonly string[]): Promise<LockedEnrollment[]> {
    return uow.query(lockEnrollments, { ids });
  }

  /** Whether the blocker is open on the enrollment; locks it in that status until the end of the unit of work. */
  async lockOpenBlocker(uow: UnitOfWork, id: string, enrollment: string): Promise<boolean> {
    return (await uow.query(findOpenBlocker, { id, enrollment })).length > 0;
  }

  listWorkQueue(scope: Scope, { include, ...query }: WorkQueueQuery): Promise<Page<InterventionEntity>> {
    return listPage(scope, InterventionEntity, query, {
      equal: { ownerUserId: scope.caller.accountId, status: 'planned' },
      where: (select) => {
        select.innerJoin('enrollments', 'e', 'e.organization_id = row.organizationId and e.id = row.enrollmentId');
        select.andWhere(REACHED, reachValues(scope.caller));
        if (include !== 'upcoming') select.andWhere('row.dueAt <= :now', { now: scope.now.toISOString() });
      },
      orderBy: { timestamp: 'dueAt', direction: 'ASC' },
    });
  }
}
