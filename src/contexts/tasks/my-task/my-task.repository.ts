import { Injectable } from '@nestjs/common';
import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { isUuid } from '#kernel/fields';
import { isOwnInstant, pageSize, readCursor } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { EXTENDED, LATEST_SUBMISSION, STANDING, type Standing } from '../member-task/standing.js';
import { taskTables } from '../tasks.tables.js';
import type { MyDeliverable, MySubmission, MyTasksQuery } from './my-task.dto.js';

export interface MyTaskRow {
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

const listOwn = taskTables
  .statement(
    'list_own_tasks',
    {
      account: 'uuid',
      enrollment: 'uuid',
      standing: 'text',
      afterDue: 'timestamptz',
      after: 'uuid',
      limit: 'integer',
      now: 'timestamptz',
    },
    `select * from (
       select t.id, t.enrollment_id as "enrollmentId", t.title, t.description, t.due_at as "dueAt", t.status,
         ${EXTENDED} as extended,
         l.id as "submissionId", ${STANDING} as standing
       from member_tasks t
       join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
       ${LATEST_SUBMISSION}
       where t.organization_id = :organization and ${OF_PERSON} and t.status in ('published', 'completed')
         and (:enrollment::uuid is null or t.enrollment_id = :enrollment::uuid)) as own
     where (:standing::text is null or standing = :standing::text)
       and (:after::uuid is null
         or (coalesce("dueAt", 'infinity'), id) > (coalesce(:afterDue::timestamptz, 'infinity'), :after::uuid))
     order by coalesce("dueAt", 'infinity'), id limit :limit::integer`,
  )
  .returning<MyTaskRow>();

const listActiveDeliverables = taskTables
  .statement(
    'list_active_deliverables_of_tasks',
    { tasks: 'uuid[]' },
    `select id, member_task_id as "memberTaskId", title, expectations, criteria, accepted_formats as "acceptedFormats"
     from deliverables
     where organization_id = :organization and member_task_id = any(:tasks::uuid[]) and status = 'active'`,
  )
  .returning<MyDeliverable & { memberTaskId: string }>();

const listSubmissions = taskTables
  .statement(
    'list_submissions_by_id',
    { ids: 'uuid[]' },
    `select id, deliverable_id as "deliverableId", kind, media_id as "mediaId", url, note, status,
       submitted_at as "submittedAt"
     from submissions where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<Omit<MySubmission, 'submittedAt' | 'review'> & { submittedAt: Date }>();

@Injectable()
export class MyTaskRepository {
  /** One more than the page has, if there is one. */
  list(scope: Scope, query: MyTasksQuery): Promise<MyTaskRow[]> {
    const place = readCursor(
      query,
      ([due, id, ...more]) => more.length === 0 && (due === '' || isOwnInstant(due)) && isUuid(id),
    );
    return scope.query(listOwn, {
      account: scope.caller.accountId,
      enrollment: query.enrollmentId ?? null,
      standing: query.standing ?? null,
      afterDue: place?.[0] ? new Date(place[0]) : null,
      after: place?.[1] ?? null,
      limit: pageSize(query) + 1,
      now: scope.now,
    });
  }

  /** The active deliverables of the tasks, by task. */
  async listDeliverables(scope: Scope, tasks: readonly string[]) {
    const rows = await scope.query(listActiveDeliverables, { tasks });
    return new Map(rows.map((row) => [row.memberTaskId, row]));
  }

  /** Submissions by id. */
  async listSubmissions(scope: Scope, ids: readonly string[]) {
    const rows = await scope.query(listSubmissions, { ids });
    return new Map(rows.map((row) => [row.id, row]));
  }
}
