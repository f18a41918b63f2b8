import { isAdministrator, isOrganizationDirector, type Caller } from '../platform/access/caller.js';
import { notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import { statement, type Value } from '../platform/persistence/statement.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';

/** OWNER, ADMIN and an organization-scoped program_director reach every enrollment; a coach those assigned. */
export function reachesAllEnrollments(caller: Caller): boolean {
  return isAdministrator(caller) || isOrganizationDirector(caller);
}

/**
 * SQL that is true where a member coaches the enrollment `e`: by an assignment to it, or to its cohort. The one place
 * that says so; lists, details, aggregates and writes all use it. The assignments are read once and not for each
 * enrollment, so that the enrollments of a coach can be found by their indexes.
 */
export function coachedBy(member: string, organization = '$1'): string {
  return `(e.id = ${assigned('enrollment', member, organization)}
    or e.cohort_id = ${assigned('cohort', member, organization)})`;
}

/** SQL for `any(…)` of what a member's current assignments as a coach name in a scope. */
function assigned(scope: 'enrollment' | 'cohort', member: string, organization: string): string {
  return `any(array(
    select r.${scope}_id from responsibilities r
    where r.organization_id = ${organization} and r.member_id = ${member}
      and r.role = 'coach' and r.scope = '${scope}' and r.ended_at is null))`;
}

/**
 * SQL for the array of the ids that a member coaches. A page of a list is narrowed by this, found beforehand: with the
 * condition itself, PostgreSQL would walk down all enrollments in the hope of filling the page early.
 */
export function coachedEnrollments(member: string, organization = '$1'): string {
  return `array(
    select e.id from enrollments e
    where e.organization_id = ${organization} and ${coachedBy(member, organization)})`;
}

/**
 * SQL for the array of the ids that a member coaches in one cohort: the same rule as `coachedBy`, its halves apart. The
 * enrollments that are assigned by themselves are found by their ids, and the cohort is gone through only where it is
 * assigned as a whole; so a coach of few never makes PostgreSQL read a crowded cohort.
 */
export function coachedInCohort(cohort: string, member: string, organization = '$1'): string {
  return `array(
    select e.id from enrollments e
    where e.organization_id = ${organization} and e.cohort_id = ${cohort}
      and e.id = ${assigned('enrollment', member, organization)}
    union all
    select e.id from enrollments e
    where e.organization_id = ${organization} and e.cohort_id = ${cohort}
      and ${cohort} = ${assigned('cohort', member, organization)})`;
}

/** SQL that is true where a caller reaches the enrollment `e`, given places of the values from `reachValues`. */
export function reachedBy(all: string, member: string): string {
  return `(${all}::boolean or ${coachedBy(`${member}::uuid`)})`;
}

/** The values for `reachedBy`: whether all are reached, and the caller's member id. */
export function reachValues(caller: Caller): Value[] {
  return [reachesAllEnrollments(caller), caller.memberId];
}

const listReached = statement<{ id: string }>(
  'list_reached_enrollments',
  `select e.id from enrollments e
   where e.organization_id = $1 and e.id = any($2::uuid[]) and ${reachedBy('$3', '$4')}`,
);

/** Those of the entries whose enrollment the caller reaches. */
export async function narrowToReached<Entry extends { enrollmentId: string }>(
  scope: Scope,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (reachesAllEnrollments(scope.caller)) return [...entries];
  const ids = entries.map(({ enrollmentId }) => enrollmentId);
  const rows = await scope.query(listReached, [ids, ...reachValues(scope.caller)]);
  const reached = new Set(rows.map((row) => row.id));
  return entries.filter(({ enrollmentId }) => reached.has(enrollmentId));
}

/** The path names an enrollment. Outside of the caller's scope it is as unknown as one that does not exist. */
export const reachableEnrollment: TargetPolicy = target(
  'reach_enrollment',
  'select 1 from enrollments e where e.organization_id = $1 and e.id = $2',
);

/** The path names a row of a table that belongs to an enrollment, by its `enrollment_id`. */
export function reachableThroughEnrollment(table: string): TargetPolicy {
  return target(
    `reach_in_${table}`,
    `select 1 from ${table} t
     join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
     where t.organization_id = $1 and t.id = $2`,
  );
}

function target(name: string, select: string): TargetPolicy {
  const find = statement(name, `${select} and ${reachedBy('$3', '$4')}`);
  return async (scope, id) => {
    const [row] = await scope.query(find, [id, ...reachValues(scope.caller)]);
    if (!row) throw notFound();
  };
}

// FOR SHARE: the member can't be detached or lose a role meanwhile. Apart from the question, which must see what those
// did that the lock waited for.
const lockMemberOf = statement(
  'lock_member_of_account',
  'select 1 from members where organization_id = $1 and account_id = $2 for share',
);

const mayActOn = statement(
  'account_may_act_on_enrollment',
  `select 1 from members m
   join enrollments e on e.organization_id = m.organization_id and e.id = $2
   where m.organization_id = $1 and m.account_id = $3 and m.status = 'active'
     and (m.role in ('OWNER', 'ADMIN')
       or exists (
         select 1 from responsibilities r
         where r.organization_id = m.organization_id and r.member_id = m.id and r.ended_at is null
           and r.role = 'program_director' and r.scope = 'organization')
       or ${coachedBy('m.id')})`,
);

/** Whether another account reaches an enrollment by the same rule as a caller would, until the end of the unit. */
export async function accountMayActOn(uow: UnitOfWork, enrollmentId: string, accountId: string): Promise<boolean> {
  uow.queue(lockMemberOf, [accountId]);
  return (await uow.query(mayActOn, [enrollmentId, accountId])).length > 0;
}
