import { coachedBy, reachedBy, reachValues } from '../enrollments/enrollments.public.js';
import { holds, isAdministrator, isOrganizationDirector, type Caller } from '../platform/access/caller.js';
import { forbidden, notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import { statement } from '../platform/persistence/statement.js';
import type { Scope } from '../platform/persistence/scope.js';

/** SQL that is true where a member reviews for the organization, or for the program or cohort of the enrollment `e`. */
function coveredBy(member: string): string {
  return `exists (
    select 1 from responsibilities r
    where r.organization_id = e.organization_id and r.member_id = ${member} and r.role = 'reviewer' and r.ended_at is null
      and (r.scope = 'organization' or r.cohort_id = e.cohort_id or r.program_id = (
        select c.program_id from cohorts c where c.organization_id = e.organization_id and c.id = e.cohort_id)))`;
}

/** Where the values that `reviewableBy` needs stand in a statement. */
interface ReviewerPlaces {
  administrator: string;
  director: string;
  member: string;
}

/**
 * SQL that is true where the caller may review what was handed in for the deliverable `d` on the enrollment `e`: an
 * administrator, or a member who holds the expected role there. The queue and the review itself both use it.
 */
export function reviewableBy({ administrator, director, member }: ReviewerPlaces): string {
  return `(${administrator}::boolean
    or (d.expected_reviewer_role = 'program_director' and ${director}::boolean)
    or (d.expected_reviewer_role = 'coach' and ${coachedBy(`${member}::uuid`)})
    or (d.expected_reviewer_role = 'reviewer' and ${coveredBy(`${member}::uuid`)}))`;
}

/** Whether the caller may be expected to review anywhere in the organization, and not only where assigned. */
export function reviewsEverywhere(caller: Caller): boolean {
  return isAdministrator(caller) || isOrganizationDirector(caller) || holds(caller, 'reviewer', 'organization');
}

/**
 * SQL for the array of the enrollments on which a member who does not review everywhere may be expected to. The queue
 * is narrowed by this, found beforehand: else all that waits in the organization would be gone through for it.
 */
export function assignedToReview(member: string, organization: string): string {
  const current = `r.organization_id = ${organization} and r.member_id = ${member} and r.role = 'reviewer'
    and r.ended_at is null`;
  return `array(
    select e.id from enrollments e
    where e.organization_id = ${organization} and (${coachedBy(member, organization)}
      or e.cohort_id = any(array(
        select r.cohort_id from responsibilities r where ${current} and r.scope = 'cohort'
        union all
        select c.id from responsibilities r
        join cohorts c on c.organization_id = r.organization_id and c.program_id = r.program_id
        where ${current} and r.scope = 'program'))))`;
}

/** The values for `reviewableBy`. */
export function reviewerValues({ caller }: Scope): { administrator: boolean; director: boolean; member: string } {
  return {
    administrator: isAdministrator(caller),
    director: isOrganizationDirector(caller),
    member: caller.memberId,
  };
}

const findSubmission = statement<{ visible: boolean; reviewable: boolean }>(
  'see_submission_to_review',
  `select (${reachedBy('$3', '$4')} or ${coveredBy('$4::uuid')}) as visible,
          ${reviewableBy({ administrator: '$5', director: '$6', member: '$4' })} as reviewable
   from submissions s
   join deliverables d on d.organization_id = s.organization_id and d.id = s.deliverable_id
   join enrollments e on e.organization_id = s.organization_id and e.id = s.enrollment_id
   where s.organization_id = $1 and s.id = $2`,
);

/** The path names a submission that the caller may review: 404 out of sight, 403 where another role is expected. */
export const reviewableSubmission: TargetPolicy = async (scope, id) => {
  const { administrator, director } = reviewerValues(scope);
  const [row] = await scope.query(findSubmission, [id, ...reachValues(scope.caller), administrator, director]);
  if (!row?.visible) throw notFound();
  if (!row.reviewable) throw forbidden('Another role is expected to review this.');
};
