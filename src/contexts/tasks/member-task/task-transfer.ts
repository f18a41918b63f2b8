import { moveRows } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { taskTables } from '../tasks.tables.js';

/** A draft or published task, which goes along with a transfer. */
export interface TransferableTask {
  id: string;
  dueAt: Date | null;
}

/** The draft and published tasks of an enrollment, in order of their ids. */
export const tasksToTransfer = taskTables
  .lockable(
    'tasks_to_transfer',
    { enrollment: 'uuid' },
    `select id, due_at as "dueAt" from member_tasks
     where organization_id = :organization and enrollment_id = :enrollment and status in ('draft', 'published')
     order by id`,
  )
  .returning<TransferableTask>();

// Without its cohort task: a later change of it in the old cohort would reach into the new one.
const moveTasks = taskTables.statement(
  'transfer_tasks',
  { ids: 'uuid[]', to: 'uuid', at: 'timestamptz' },
  `update member_tasks set enrollment_id = :to, cohort_task_id = null, planned_due_at = null, updated_at = :at
   where organization_id = :organization and id = any(:ids::uuid[])`,
);

// A submission has its own copy of the enrollment.
const moveSubmissions = moveRows(taskTables, 'submissions', { by: 'member_task_id' });
const moveReopenings = moveRows(taskTables, 'member_task_reopenings', { by: 'member_task_id' });

const setDeadlines = taskTables.statement(
  'set_deadlines_of_transferred_tasks',
  { deadlines: 'jsonb' },
  `update member_tasks t set due_at = d."dueAt"
   from jsonb_to_recordset(:deadlines::jsonb) as d (id uuid, "dueAt" timestamptz)
   where t.organization_id = :organization and t.id = d.id`,
);

/** Moves locked tasks to another enrollment, with their submissions and reopenings. `dueAt` is their deadline there. */
export function transferTasks(
  uow: UnitOfWork,
  tasks: readonly TransferableTask[],
  { from, to }: { from: string; to: string },
  dueAt: (deadline: Date) => Date | null,
): void {
  if (tasks.length === 0) return;
  const ids = tasks.map(({ id }) => id);
  uow.queue(moveTasks, { ids, to, at: uow.now });
  uow.queue(moveSubmissions, { ids, from, to });
  uow.queue(moveReopenings, { ids, from, to });
  const deadlines = tasks.flatMap((task) => {
    const changed = task.dueAt && dueAt(task.dueAt);
    return changed?.getTime() === task.dueAt?.getTime() ? [] : [{ id: task.id, dueAt: changed }];
  });
  if (deadlines.length > 0) uow.queue(setDeadlines, { deadlines });
}
