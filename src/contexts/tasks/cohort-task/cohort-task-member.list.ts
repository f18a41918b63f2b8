import { REACHED, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import { newestFirst } from '#kernel/lists';
import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { EXTENDED, LATEST_SUBMISSION, STANDING, type Standing } from '../member-task/standing.js';
import { taskTables } from '../tasks.tables.js';
import { REACHED_TASKS } from './cohort-task.repository.js';

interface MemberRow {
  memberTaskId: string;
  enrollmentId: string;
  memberName: string;
  status: MemberTaskStatus;
  dueAt: Date | null;
  extended: boolean;
  deviates: boolean;
  standing: Standing;
  lastSubmissionAt: Date | null;
}

/** The tasks that members got from a cohort task, on enrollments that the caller reaches. */
export const listTaskMembers = taskTables
  .list('list_cohort_task_members', {
    parameters: { task: 'uuid', now: 'timestamptz', ...reachParameters },
    filters: { standing: ['text', 'standing = :standing'] },
    order: newestFirst('memberTaskId', '"memberTaskId"'),
    sql: (page) => `select * from (
       select t.id as "memberTaskId", t.enrollment_id as "enrollmentId", m.name as "memberName", t.status,
         t.due_at as "dueAt", t.due_at is distinct from t.planned_due_at as deviates, ${EXTENDED} as extended, l.submitted_at as "lastSubmissionAt",
         ${STANDING} as standing
       from ${REACHED_TASKS}
       join members m on m.organization_id = e.organization_id and m.id = e.member_id
       ${LATEST_SUBMISSION}
       where t.organization_id = :organization and t.cohort_task_id = :task and ${REACHED}) as assigned
     where true${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<MemberRow>();
