import {
  concernsCaller,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  refusalOfUnseen,
} from '#contexts/enrollments/enrollments.public.js';
import { existing, type TargetPolicy } from '#kernel/operations';
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

/** The path names a deliverable of the organization. */
export const anyDeliverable: TargetPolicy = {
  ...existing('deliverable', taskTables, 'deliverables'),
  concernsCaller: concernsCaller(
    taskTables,
    'own_deliverable',
    `${DELIVERABLES}
     join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
     where d.organization_id = :organization and d.id = :id`,
  ),
};

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
      if (!row) throw await refusalOfUnseen(scope);
    },
  };
}
