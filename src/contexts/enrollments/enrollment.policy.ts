import { assignedMember, type Caller, isAdministrator, isOrganizationDirector } from '#kernel/access';
import { notFound } from '#kernel/errors';
import { foundBy, type TargetPolicy } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Tables } from '#kernel/persistence';
import { enrollmentTables } from './enrollments.tables.js';
import { concernsCaller } from './own-enrollment.policy.js';

/** OWNER, ADMIN and an organization-scoped program_director reach every enrollment; a coach reaches the assigned ones. */
export function reachesAllEnrollments(caller: Caller): boolean {
  return isAdministrator(caller) || isOrganizationDirector(caller);
}

/**
 * SQL condition: the member coaches the enrollment `e`, by an assignment to it or to its cohort. Every list, detail,
 * aggregate and write uses this rule. The assignments are subqueries that PostgreSQL evaluates once, so that it can
 * find the coach's enrollments by index.
 */
export function coachedBy(member: string): string {
  return `(e.id = ${assigned('enrollment', member)} or e.cohort_id = ${assigned('cohort', member)})`;
}

/** SQL `any(…)` of the ids that the member's current coach assignments of the scope refer to. */
function assigned(scope: 'enrollment' | 'cohort', member: string): string {
  return `any(array(
    select r.${scope}_id from responsibilities r
    where r.organization_id = :organization and r.member_id = ${member}
      and r.role = 'coach' and r.scope = '${scope}' and r.ended_at is null))`;
}

/**
 * SQL array of the ids of the enrollments that the member coaches. Lists filter by it rather than by `coachedBy`, with
 * which PostgreSQL scans the enrollments in list order, expecting to fill the page early.
 */
export function coachedEnrollments(member: string): string {
  return `array(
    select e.id from enrollments e
    where e.organization_id = :organization and ${coachedBy(member)})`;
}

/**
 * SQL array of the ids of the enrollments that the member coaches in one cohort: `coachedBy` as a UNION ALL. Directly
 * assigned enrollments are found by id; the cohort is scanned only if it is assigned as a whole.
 */
export function coachedInCohort(cohort: string, member: string): string {
  return `array(
    select e.id from enrollments e
    where e.organization_id = :organization and e.cohort_id = ${cohort}
      and e.id = ${assigned('enrollment', member)}
    union all
    select e.id from enrollments e
    where e.organization_id = :organization and e.cohort_id = ${cohort}
      and ${cohort} = ${assigned('cohort', member)})`;
}

/** The filter `coach` of a list: the items on enrollments that the member coaches. `column` is the enrollment's id. */
export function coachFilter(column: string) {
  return { coach: ['uuid', `${column} = any(${coachedEnrollments(':coach::uuid')})`] } as const;
}

/** Its value: a list shows all items to callers who reach all enrollments. */
export function coachOf(caller: Caller): { coach: string | undefined } {
  return { coach: reachesAllEnrollments(caller) ? undefined : caller.memberId };
}

/** SQL condition: the caller reaches the enrollment `e`. Takes `reachParameters`, bound to `reachValues`. */
export const REACHED = `(:reachesAll::boolean or ${coachedBy(':callerMember::uuid')})`;

export const reachParameters = { reachesAll: 'boolean', callerMember: 'uuid' } as const;

export function reachValues(caller: Caller): { reachesAll: boolean; callerMember: string | null } {
  return { reachesAll: reachesAllEnrollments(caller), callerMember: assignedMember(caller) };
}

const listReached = enrollmentTables
  .statement(
    'list_reached_enrollments',
    { ids: 'uuid[]', ...reachParameters },
    `select e.id from enrollments e
     where e.organization_id = :organization and e.id = any(:ids::uuid[]) and ${REACHED}`,
  )
  .returning<{ id: string }>();

/** Those of the enrollments that exist and that the caller reaches. */
export async function listReachedIds(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await scope.query(listReached, { ids, ...reachValues(scope.caller) });
  return new Set(rows.map(({ id }) => id));
}

const listReachedInCohort = enrollmentTables
  .statement(
    'list_reached_enrollments_of_cohort',
    { cohort: 'uuid', ids: 'uuid[]', ...reachParameters },
    `select e.id from enrollments e
     where e.organization_id = :organization and e.cohort_id = :cohort and e.id = any(:ids::uuid[]) and ${REACHED}`,
  )
  .returning<{ id: string }>();

/** Those of the enrollments that are in the cohort and that the caller reaches: the only ones that a bulk write may lock. */
export async function listReachedIdsInCohort(scope: Scope, cohort: string, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.query(listReachedInCohort, { cohort, ids, ...reachValues(scope.caller) });
  return rows.map(({ id }) => id);
}

/** The entries whose enrollment the caller reaches. */
export async function narrowToReached<Entry extends { enrollmentId: string }>(
  scope: Scope,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (reachesAllEnrollments(scope.caller)) return [...entries];
  const ids = entries.map(({ enrollmentId }) => enrollmentId);
  const reached = await listReachedIds(scope, ids);
  return entries.filter(({ enrollmentId }) => reached.has(enrollmentId));
}

/** For what a caller finds by the enrollments that they reach. */
export const BY_REACH = { parameters: reachParameters, values: reachValues };

/** The path parameter is a cohort id. A coach who reaches no enrollment in the cohort does not find it. */
export const cohortWithReachedEnrollments = foundBy({
  ...BY_REACH,
  tables: enrollmentTables,
  name: 'reach_enrollments_in_cohort',
  sql: `select 1 from cohorts c
    where c.organization_id = :organization and c.id = :id
      and (:reachesAll::boolean or cardinality(${coachedInCohort(':id::uuid', ':callerMember::uuid')}) > 0)`,
  notFound: 'The cohort does not exist in the organization, or the caller reaches no enrollment in it.',
});

/** The path parameter is an enrollment id. An enrollment outside of the caller's scope is not found. */
export const reachableEnrollment: TargetPolicy = reachable(
  'enrollment',
  enrollmentTables,
  'enrollment',
  'enrollments e where e.organization_id = :organization and e.id = :id',
);

/** The path parameter is the id of a row of `table`, which references an enrollment by `enrollment_id`. */
export function reachableThroughEnrollment(noun: string, tables: Tables, table: string): TargetPolicy {
  return reachable(
    noun,
    tables,
    `in_${table}`,
    `${table} t
     join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
     where t.organization_id = :organization and t.id = :id`,
  );
}

function reachable(noun: string, tables: Tables, name: string, from: string): TargetPolicy {
  const select = `select 1 from ${from} and ${REACHED}`;
  const find = tables.statement(`reach_${name}`, { id: 'uuid', ...reachParameters }, select);
  return {
    concernsCaller: concernsCaller(tables, `own_${name}`, from),
    notFound: `The ${noun} does not exist in the organization or is outside of the caller's scope.`,
    authorize: async (scope, id) => {
      const [row] = await scope.query(find, { id, ...reachValues(scope.caller) });
      if (!row) throw notFound();
    },
  };
}

/** SQL condition: the member `m` may act on the enrollment `e`, so that its account may own interventions on it. */
export const MAY_ACT = `m.status = 'active'
  and (m.role in ('OWNER', 'ADMIN')
    or exists (
      select 1 from responsibilities r
      where r.organization_id = :organization and r.member_id = m.id and r.ended_at is null
        and r.role = 'program_director' and r.scope = 'organization')
    or ${coachedBy('m.id')})`;

// FOR SHARE: a concurrent detachment or role change waits. Separate from `listActing`, whose snapshot must include what
// previous lock holders committed.
const lockMembersOf = enrollmentTables.statement(
  'lock_members_of_accounts',
  { accounts: 'uuid[]' },
  `select 1 from members
   where organization_id = :organization and account_id = any(:accounts::uuid[]) order by id for share`,
);

const listActing = enrollmentTables
  .statement(
    'list_accounts_acting_on_enrollments',
    { enrollments: 'uuid[]', accounts: 'uuid[]' },
    `select e.id as "enrollmentId", m.account_id as "accountId"
     from unnest(:enrollments::uuid[], :accounts::uuid[]) as p (enrollment, account)
     join members m on m.organization_id = :organization and m.account_id = p.account
     join enrollments e on e.organization_id = :organization and e.id = p.enrollment
     where ${MAY_ACT}`,
  )
  .returning<Acting>();

/** An account that is to act on an enrollment. */
export interface Acting {
  enrollmentId: string;
  accountId: string;
}

/** Those pairs whose account reaches the enrollment, by the rule for callers; the answer holds until the end of the unit. */
export async function listMayAct(uow: UnitOfWork, pairs: readonly Acting[]): Promise<Acting[]> {
  const accounts = pairs.map(({ accountId }) => accountId);
  uow.queue(lockMembersOf, { accounts });
  return uow.query(listActing, { enrollments: pairs.map(({ enrollmentId }) => enrollmentId), accounts });
}

/** Whether an account reaches an enrollment, by the rule for callers; the answer holds until the end of the unit. */
export async function accountMayActOn(uow: UnitOfWork, enrollmentId: string, accountId: string): Promise<boolean> {
  return (await listMayAct(uow, [{ enrollmentId, accountId }])).length > 0;
}
