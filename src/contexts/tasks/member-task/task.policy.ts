import { OF_PERSON, REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { allows, anyStaff } from '#kernel/access/access-rule.js';
import { forbidden, notFound, type ServiceError } from '#kernel/errors/service-error.js';
import type { TargetPolicy } from '#kernel/operations/target.js';
import type { Scope } from '#kernel/persistence/scope.js';
import { taskTables } from '../tasks.tables.js';

/** SQL that is true where the task `t` of the enrollment `e` is the person's own and has been published. */
const OWNED = `(${OF_PERSON}
  and (t.status in ('published', 'completed') or t.published_at is not null))`;

const TASKS = 'member_tasks t';
const DELIVERABLES = `deliverables d
  join member_tasks t on t.organization_id = d.organization_id and t.id = d.member_task_id`;

/** The path names a task: open to whoever reaches its enrollment and, once published, to the enrolled member. */
export const visibleTask = visible('task', 'see_member_task', TASKS, 't');

/** The path names a deliverable: open to whoever sees its task. */
export const visibleDeliverable = visible('deliverable', 'see_deliverable', DELIVERABLES, 'd');

function visible(noun: string, name: string, tables: string, named: string): TargetPolicy {
  const find = taskTables.statement(
    name,
    { id: 'uuid', account: 'uuid', ...reachParameters },
    `select 1 from ${tables}
     join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
     where ${named}.organization_id = :organization and ${named}.id = :id and (${REACHED} or ${OWNED})`,
  );
  return {
    notFound: `The ${noun} does not exist in the organization, or is outside of the caller's scope.`,
    authorize: async (scope, id) => {
      const { caller } = scope;
      const [row] = await scope.query(find, { id, account: caller.accountId, ...reachValues(caller) });
      if (!row) throw await refusal(scope);
    },
  };
}

const findAnyEnrollment = taskTables.statement(
  'member_is_enrolled',
  { account: 'uuid' },
  `select 1 from enrollments e where e.organization_id = :organization and ${OF_PERSON} limit 1`,
);

/** 404 for a caller who has a role or an enrollment; 403 for a member with neither. */
async function refusal(scope: Scope): Promise<ServiceError> {
  if (allows(anyStaff, scope.caller)) return notFound();
  const [enrolled] = await scope.query(findAnyEnrollment, { account: scope.caller.accountId });
  return enrolled ? notFound() : forbidden();
}
