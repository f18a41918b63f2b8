import { REACHED, type EnrollmentStatus, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import { InterventionEntity } from './intervention.entity.js';
import { followUpTables } from '../follow-up.tables.js';

export interface LockedEnrollment {
  id: string;
  status: EnrollmentStatus;
}

/** Locks the statuses FOR SHARE: a concurrent pause waits, a concurrent plan does not. */
export const lockEnrollments = followUpTables
  .statement(
    'lock_enrollment_statuses',
    { ids: 'uuid[]' },
    `select id, status from enrollments
     where organization_id = :organization and id = any(:ids::uuid[]) order by id for share`,
  )
  .returning<LockedEnrollment>();

/** Locks the open blocker FOR SHARE: a concurrent resolution waits. */
export const lockOpenBlocker = followUpTables.statement(
  'find_open_blocker',
  { id: 'uuid', enrollment: 'uuid' },
  `select 1 from blockers
   where organization_id = :organization and id = :id and enrollment_id = :enrollment and status = 'open'
   for share`,
);

export const interventionList = followUpTables.list('list_interventions', {
  rows: InterventionEntity,
  of: ['enrollmentId'],
  by: ['status'],
});

/** The planned ones of an owner on enrollments that the caller reaches. */
export const dueList = followUpTables.list('list_work_queue', {
  rows: InterventionEntity,
  of: ['ownerUserId'],
  parameters: reachParameters,
  where: `item.status = 'planned' and exists (
    select from enrollments e
    where e.organization_id = :organization and e.id = item.enrollment_id and ${REACHED})`,
  filters: { dueBy: ['timestamptz', 'item.due_at <= :dueBy'] },
  order: { asc: ['dueAt', 'id'] },
});
