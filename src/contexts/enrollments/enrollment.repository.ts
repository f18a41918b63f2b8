import { nameFilters } from '#contexts/identity/identity.public.js';
import { idsOf, keyedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { EnrollmentEntity } from './enrollment.entity.js';
import { coachFilter } from './enrollment.policy.js';
import { enrollmentTables } from './enrollments.tables.js';
import type { EnrollmentContext } from './enrollment.dto.js';

/** How many transfers of a paused enrollment are followed back. */
const MAX_TRANSFERS = 100;

/**
 * When the enrollment was last paused; no row if its history does not tell. One that was paused when it was transferred goes
 * on as one that starts paused: its pause began before.
 */
export const findPause = enrollmentTables
  .statement(
    'find_last_pause_of_enrollment',
    { id: 'uuid' },
    `with recursive chain as (
       select e.id, e.transferred_from_id, 0 as transfers from enrollments e
       where e.organization_id = :organization and e.id = :id
       union all
       select e.id, e.transferred_from_id, c.transfers + 1 from chain c
       join enrollments e on e.organization_id = :organization and e.id = c.transferred_from_id
       where c.transfers < ${MAX_TRANSFERS}
         and exists (
           select from enrollment_status_changes h
           where h.organization_id = :organization and h.enrollment_id = c.id and h.to_status = 'paused'
             and h.from_status is null)
         and not exists (
           select from enrollment_status_changes h
           where h.organization_id = :organization and h.enrollment_id = c.id and h.to_status = 'paused'
             and h.from_status is not null)
     )
     select h.changed_at as "pausedAt" from enrollment_status_changes h
     where h.organization_id = :organization and h.to_status = 'paused'
       and h.enrollment_id = (select c.id from chain c order by c.transfers desc limit 1)
     order by h.position desc limit 1`,
  )
  .returning<{ pausedAt: Date }>();

// Subqueries, not joins: each is an index lookup.
const describe = enrollmentTables
  .statement(
    'describe_enrollments',
    { ids: 'uuid[]' },
    `select e.id,
       (select m.name from members m where m.organization_id = :organization and m.id = e.member_id) as "memberName",
       (select t.id from enrollments t
        where t.organization_id = :organization and t.transferred_from_id = e.id) as "transferredToId"
     from enrollments e where e.organization_id = :organization and e.id = any(:ids::uuid[])`,
  )
  .returning<EnrollmentContext & { id: string }>();

/** The fields of enrollments that come from other rows, by the enrollments' ids. */
export async function describeEnrollments(
  scope: Scope,
  enrollments: readonly Pick<EnrollmentEntity, 'id'>[],
): Promise<ReadonlyMap<string, EnrollmentContext>> {
  return keyedBy(await scope.query(describe, { ids: idsOf(enrollments) }), ({ id }) => id);
}

export const enrollmentList = enrollmentTables.list('list_enrollments', {
  rows: EnrollmentEntity,
  by: ['cohortId', 'status', 'memberId'],
  filters: { ...nameFilters('item.member_id'), ...coachFilter('item.id') },
});
