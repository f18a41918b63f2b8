import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import { pageSize, toPage, type Page } from '../platform/lists/page.js';
import { readTimeCursor, timeKey } from '../platform/lists/time-cursor.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';
import { reachedBy, reachValues } from './enrollment.policy.js';
import type { ListInterventionsQuery, WorkQueueQuery } from './intervention.dto.js';
import { InterventionEntity } from './intervention.entity.js';

// FOR SHARE: a concurrent pause waits, other plans do not.
const lockEnrollment = statement<{ status: EnrollmentStatus }>(
  'lock_enrollment_status',
  'select status from enrollments where organization_id = $1 and id = $2 for share',
);

// FOR SHARE: a concurrent resolution waits.
const findOpenBlocker = statement(
  'find_open_blocker',
  `select 1 from blockers where organization_id = $1 and id = $2 and enrollment_id = $3 and status = 'open'
   for share`,
);

@Injectable()
export class InterventionRepository {
  /** The enrollment's status, kept from changing until the end of the unit. */
  async lockEnrollmentStatus(uow: UnitOfWork, enrollmentId: string): Promise<EnrollmentStatus> {
    const [row] = await uow.query(lockEnrollment, [enrollmentId]);
    return row.status;
  }

  /** Whether the blocker is open on the enrollment; if so, it stays open until the end of the unit. */
  async lockOpenBlocker(uow: UnitOfWork, blockerId: string, enrollmentId: string): Promise<boolean> {
    return (await uow.query(findOpenBlocker, [blockerId, enrollmentId])).length > 0;
  }

  add(uow: UnitOfWork, intervention: NewRow<InterventionEntity>): void {
    uow.insert(InterventionEntity, intervention);
  }

  update(uow: UnitOfWork, id: string, change: Change<InterventionEntity>): void {
    uow.update(InterventionEntity, id, change);
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<InterventionEntity> {
    const intervention = await scope.manager.findOneBy(InterventionEntity, {
      organizationId: scope.organizationId,
      id,
    });
    if (!intervention) throw notFound();
    return intervention;
  }

  /** Locks the row until the end of the unit: one of two closures finds it closed. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<InterventionEntity> {
    const intervention = await uow.manager.findOne(InterventionEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!intervention) throw notFound();
    return intervention;
  }

  list(scope: Scope, enrollmentId: string, query: ListInterventionsQuery): Promise<Page<InterventionEntity>> {
    return listPage(scope, InterventionEntity, query, { equal: { enrollmentId, status: query.status } }, (row) => row);
  }

  /** The caller's open interventions in the order of their deadlines, where the caller still reaches the enrollment. */
  async listWorkQueue(scope: Scope, query: WorkQueueQuery): Promise<Page<InterventionEntity>> {
    const place = readTimeCursor(query);
    const [all, memberId] = reachValues(scope.caller);
    const select = scope.manager
      .createQueryBuilder(InterventionEntity, 'i')
      .innerJoin(EnrollmentEntity, 'e', 'e.organizationId = i.organizationId and e.id = i.enrollmentId')
      .where('i.organizationId = :organizationId', { organizationId: scope.organizationId })
      .andWhere(`i.ownerAccountId = :owner and i.status = 'planned'`, { owner: scope.caller.accountId })
      .andWhere(reachedBy(':all', ':memberId'), { all, memberId })
      .orderBy('i.dueAt', 'ASC')
      .addOrderBy('i.id', 'ASC')
      .limit(pageSize(query) + 1);
    if (query.include !== 'upcoming') select.andWhere('i.dueAt <= :now', { now: scope.now.toISOString() });
    if (place) select.andWhere('(i.dueAt, i.id) > (:at, :id)', place);
    return toPage(
      await select.getMany(),
      query,
      (row) => timeKey(row.dueAt, row.id),
      (row) => row,
    );
  }
}
