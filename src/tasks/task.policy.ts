import { reachedBy, reachValues } from '../enrollments/enrollments.public.js';
import { allows, anyStaff } from '../platform/access/access-rule.js';
import { forbidden, notFound, type ServiceError } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';

/**
 * SQL for the member ids that the person of an account has, or had before being detached and added again: an
 * enrollment stays the person's.
 */
function membersOf(account: string): string {
  return `any(array(select m.id from members m where m.organization_id = $1 and m.account_id = ${account}))`;
}

/** SQL that is true where the task `t` of the enrollment `e` is the person's own and has been published. */
function ownedBy(account: string): string {
  return `(e.member_id = ${membersOf(account)}
    and (t.status in ('published', 'completed') or t.published_at is not null))`;
}

const TASKS = 'member_tasks t';
const DELIVERABLES = `deliverables d
  join member_tasks t on t.organization_id = d.organization_id and t.id = d.member_task_id`;

/** The path names a task: open to whoever reaches its enrollment and, once published, to the enrolled member. */
export const visibleTask: TargetPolicy = visible('see_member_task', TASKS, 't');

/** The path names a deliverable: open to whoever sees its task. */
export const visibleDeliverable: TargetPolicy = visible('see_deliverable', DELIVERABLES, 'd');

function visible(name: string, tables: string, named: string): TargetPolicy {
  const find = statement(
    name,
    `select 1 from ${tables}
     join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
     where ${named}.organization_id = $1 and ${named}.id = $2
       and (${reachedBy('$3', '$4')} or ${ownedBy('$5::uuid')})`,
  );
  return async (scope, id) => {
    const [row] = await scope.query(find, [id, ...reachValues(scope.caller), scope.caller.accountId]);
    if (!row) throw await refusal(scope);
  };
}

const findAnyEnrollment = statement(
  'member_is_enrolled',
  `select 1 from enrollments where organization_id = $1 and member_id = ${membersOf('$2')} limit 1`,
);

/** Who has a role or an enrollment is told that there is no such thing; a member with neither has no business here. */
async function refusal(scope: Scope): Promise<ServiceError> {
  if (allows(anyStaff, scope.caller)) return notFound();
  const [enrolled] = await scope.query(findAnyEnrollment, [scope.caller.accountId]);
  return enrolled ? notFound() : forbidden();
}
