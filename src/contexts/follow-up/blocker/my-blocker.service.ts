import { Injectable } from '@nestjs/common';
import { OF_PERSON, type EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';
import { BlockerEntity } from './blocker.entity.js';
import { BlockerService } from './blocker.service.js';
import { MyBlocker, type ReportBlockerRequest } from './my-blocker.dto.js';
import { MAX_OPEN_REPORTS, reportLimit } from './my-blocker.operations.js';

// Exclusive, so that what the enrollment has can be counted; its status stays what it is.
const lockOwnEnrollment = followUpTables
  .statement(
    'lock_own_enrollment_to_report',
    { id: 'uuid', account: 'uuid' },
    `select e.status from enrollments e
     where e.organization_id = :organization and e.id = :id and ${OF_PERSON} for no key update of e`,
  )
  .returning<{ status: EnrollmentStatus }>();

const countOpenReports = followUpTables
  .statement(
    'count_open_reports',
    { enrollment: 'uuid' },
    `select count(*)::integer as reports from blockers
     where organization_id = :organization and enrollment_id = :enrollment and status = 'open' and reported_by_member`,
  )
  .returning<{ reports: number }>();

const listReported = followUpTables.list('list_own_blockers', {
  rows: BlockerEntity,
  of: ['openedBy'],
  where: 'item.reported_by_member',
});

@Injectable()
export class MyBlockerService {
  constructor(private readonly blockers: BlockerService) {}

  async report(uow: UnitOfWork, { enrollmentId, ...request }: ReportBlockerRequest): Promise<MyBlocker> {
    const [enrollment] = await uow.query(lockOwnEnrollment, { id: enrollmentId, account: uow.caller.accountId });
    if (!enrollment) throw invalidField('enrollmentId', "must be an enrollment of the caller's own");
    if (enrollment.status !== 'active') throw wrongStatus('enrollment', enrollment.status);
    const [{ reports }] = await uow.query(countOpenReports, { enrollment: enrollmentId });
    if (reports >= MAX_OPEN_REPORTS) {
      throw reportLimit.error();
    }
    const blocker = await this.blockers.openOn(uow, enrollmentId, request, { reportedByMember: true });
    return toResource(MyBlocker, blocker);
  }

  list(scope: Scope, query: PageQuery): Promise<Page<MyBlocker>> {
    const openedBy = scope.caller.accountId;
    return scope.list(listReported, { ...query, openedBy }, toResources(MyBlocker));
  }
}
