import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { EXTENDED, LATEST_SUBMISSION, STANDING, type Standing } from '../member-task/standing.js';
import type { MyDeliverable, MySubmission } from './my-task.dto.js';
import { taskTables } from '../tasks.tables.js';

interface MyTaskRow {
  id: string;
  enrollmentId: string;
  title: string;
  description: string | null;
  dueAt: Date | null;
  extended: boolean;
  status: string;
  standing: Standing;
  submissionId: string | null;
}

/** Those without a deadline come last. */
export const listOwnTasks = taskTables
  .list('list_own_tasks', {
    parameters: { account: 'uuid', now: 'timestamptz' },
    filters: { enrollmentId: ['uuid', '"enrollmentId" = :enrollmentId'], standing: ['text', 'standing = :standing'] },
    order: [
      {
        property: 'dueAt',
        direction: 'asc',
        type: 'timestamptz',
        sql: `coalesce("dueAt", 'infinity')`,
        nullable: true,
      },
      { property: 'id', direction: 'asc', type: 'uuid', sql: 'id' },
    ],
    sql: (page) => `select * from (
       select t.id, t.enrollment_id as "enrollmentId", t.title, t.description, t.due_at as "dueAt", t.status,
         ${EXTENDED} as extended,
         l.id as "submissionId", ${STANDING} as standing
       from member_tasks t
       join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
       ${LATEST_SUBMISSION}
       where t.organization_id = :organization and ${OF_PERSON} and t.status in ('published', 'completed')) as own
     where true${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<MyTaskRow>();

export const listActiveDeliverables = taskTables
  .statement(
    'list_active_deliverables_of_tasks',
    { tasks: 'uuid[]' },
    `select id, member_task_id as "memberTaskId", title, expectations, criteria, accepted_formats as "acceptedFormats"
     from deliverables
     where organization_id = :organization and member_task_id = any(:tasks::uuid[]) and status = 'active'`,
  )
  .returning<MyDeliverable & { memberTaskId: string }>();

export const listSubmissions = taskTables
  .statement(
    'list_submissions_by_id',
    { ids: 'uuid[]' },
    `select id, deliverable_id as "deliverableId", kind, media_id as "mediaId", url, note, status,
       submitted_at as "submittedAt"
     from submissions where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<Omit<MySubmission, 'submittedAt' | 'media' | 'review'> & { submittedAt: Date }>();
