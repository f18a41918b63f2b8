import { decidesOnOneself, type TargetPolicy } from '#kernel/operations';
import type { Tables } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { enrollmentTables } from './enrollments.tables.js';

/**
 * SQL condition: the enrollment `e` is that of the person with the account, by a membership that may have ended: an
 * enrollment stays the person's when they are detached and added again.
 */
export function ofAccount(account: string): string {
  return `e.member_id = any(array(
  select own.id from members own where own.organization_id = :organization and own.account_id = ${account}))`;
}

/** The same of the account `:account`. */
export const OF_PERSON = ofAccount(':account::uuid');

/** Whether the row of `from`, which joins its enrollment `e`, belongs to an enrollment of the caller's own. */
export function concernsCaller(tables: Tables, name: string, from: string): Required<TargetPolicy>['concernsCaller'] {
  const find = tables.statement(name, { id: 'uuid', account: 'uuid' }, `select 1 from ${from} and ${OF_PERSON}`);
  return async (scope, id) => (await scope.query(find, { id, account: scope.caller.accountId })).length > 0;
}

const listOwn = enrollmentTables
  .statement(
    'list_own_enrollments',
    { ids: 'uuid[]', account: 'uuid' },
    `select e.id from enrollments e
     where e.organization_id = :organization and e.id = any(:ids::uuid[]) and ${OF_PERSON}`,
  )
  .returning<{ id: string }>();

/** Those of the enrollments that are the caller's own, for a write that names them in its body: see `allowedOnOneself`. */
export async function listOwnIds(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await scope.query(listOwn, { ids, account: scope.caller.accountId });
  return new Set(rows.map(({ id }) => id));
}

/** Throws 403 if one of the enrollments is the caller's own. */
export async function refuseOwn(scope: Scope, ids: readonly string[]): Promise<void> {
  if ((await listOwnIds(scope, ids)).size > 0) throw decidesOnOneself();
}

/** Why an item of a bulk write is refused whose enrollment is the caller's own. */
export const OWN_ENROLLMENT = {
  status: 403,
  field: 'enrollmentId',
  issue: "must not be an enrollment of the caller's own",
} as const;

/** The documented condition of the 403 of such a bulk write. */
export const OWN_ITEM = "With onRefusal stop, also returned when an item is an enrollment of the caller's own.";

const findRunning = enrollmentTables.statement(
  'person_has_running_enrollment',
  { account: 'uuid' },
  `select 1 from enrollments e
   where e.organization_id = :organization and ${OF_PERSON} and e.status in ('active', 'paused')
   order by e.id limit 1 for no key update of e`,
);

/**
 * Whether the person who calls has an active or paused enrollment, which is locked: concurrent requests of the person are
 * counted one after the other.
 */
export async function hasRunningEnrollment(uow: UnitOfWork): Promise<boolean> {
  return (await uow.query(findRunning, { account: uow.caller.accountId })).length > 0;
}
