import {
  coachedBy,
  concernsCaller,
  REACHED,
  reachParameters,
  reachValues,
} from '#contexts/enrollments/enrollments.public.js';
import { assignedMember, type Caller, holds, isAdministrator, isOrganizationDirector } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { taskTables } from '../tasks.tables.js';

/** SQL: whether the caller is a reviewer of the organization, or of the program or cohort of the enrollment `e`. */
const COVERED = `exists (
  select 1 from responsibilities r
  where r.organization_id = :organization and r.member_id = :callerMember::uuid and r.role = 'reviewer'
    and r.ended_at is null
    and (r.scope = 'organization' or r.cohort_id = e.cohort_id or r.program_id = (
      select c.program_id from cohorts c where c.organization_id = :organization and c.id = e.cohort_id)))`;

/**
 * SQL: whether the caller may review submissions for the deliverable `d` on the enrollment `e`: an administrator, or a
 * member who has the expected role there. The list of pending reviews and the review itself both use it.
 */
export const REVIEWABLE = `(:administrator::boolean
  or (d.expected_reviewer_role = 'program_director' and :director::boolean)
  or (d.expected_reviewer_role = 'coach' and ${coachedBy(':callerMember::uuid')})
  or (d.expected_reviewer_role = 'reviewer' and ${COVERED}))`;

/** Whether the caller may review in the whole organization, not only where assigned. */
export function reviewsEverywhere(caller: Caller): boolean {
  return isAdministrator(caller) || isOrganizationDirector(caller) || holds(caller, 'reviewer', 'organization');
}

const CURRENT_REVIEWER = `r.organization_id = :organization and r.member_id = :callerMember::uuid
  and r.role = 'reviewer' and r.ended_at is null`;

/**
 * SQL: the array of enrollments on which a caller with narrower assignments may review. It restricts the list of
 * pending reviews; otherwise each page would scan all pending submissions of the organization.
 */
export const ASSIGNED_TO_REVIEW = `array(
  select e.id from enrollments e
  where e.organization_id = :organization and (${coachedBy(':callerMember::uuid')}
    or e.cohort_id = any(array(
      select r.cohort_id from responsibilities r where ${CURRENT_REVIEWER} and r.scope = 'cohort'
      union all
      select c.id from responsibilities r
      join cohorts c on c.organization_id = r.organization_id and c.program_id = r.program_id
      where ${CURRENT_REVIEWER} and r.scope = 'program'))))`;

/** The parameters of `REVIEWABLE` and `ASSIGNED_TO_REVIEW`. */
export const reviewerParameters = { administrator: 'boolean', director: 'boolean', callerMember: 'uuid' } as const;

export function reviewerValues({ caller }: Scope) {
  return {
    administrator: isAdministrator(caller),
    director: isOrganizationDirector(caller),
    callerMember: assignedMember(caller),
  };
}

const findSubmission = taskTables
  .statement(
    'see_submission_to_review',
    { id: 'uuid', ...reviewerParameters, ...reachParameters },
    `select (${REACHED} or ${COVERED}) as visible, ${REVIEWABLE} as reviewable
     from submissions s
     join deliverables d on d.organization_id = s.organization_id and d.id = s.deliverable_id
     join enrollments e on e.organization_id = s.organization_id and e.id = s.enrollment_id
     where s.organization_id = :organization and s.id = :id`,
  )
  .returning<{ visible: boolean; reviewable: boolean }>();

/** The path names a submission that the caller may review: 404 where it is not visible, 403 without the expected role. */
export const reviewableSubmission: TargetPolicy = {
  concernsCaller: concernsCaller(
    taskTables,
    'own_submission',
    `submissions s join enrollments e on e.organization_id = s.organization_id and e.id = s.enrollment_id
     where s.organization_id = :organization and s.id = :id`,
  ),
  notFound: "The submission does not exist in the organization, or is outside the caller's scope.",
  authorize: async (scope, id) => {
    const values = { id, ...reviewerValues(scope), ...reachValues(scope.caller) };
    const [row] = await scope.query(findSubmission, values);
    if (!row?.visible) throw notFound();
    if (!row.reviewable) throw forbidden('The caller does not have the expected reviewer role.');
  },
};
