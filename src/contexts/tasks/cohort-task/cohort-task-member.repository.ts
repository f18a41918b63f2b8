import { Injectable } from '@nestjs/common';
import { REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { isUuid, toResource } from '#kernel/fields';
import { type Page, pageSize, readCursor, toPage } from '#kernel/lists';
import { LAST_ID } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { EXTENDED, LATEST_SUBMISSION, STANDING, type Standing } from '../member-task/standing.js';
import { taskTables } from '../tasks.tables.js';
import { CohortTaskMember, type CohortTaskMembersQuery } from './cohort-task-member.dto.js';
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

const listMembers = taskTables
  .statement(
    'list_cohort_task_members',
    { task: 'uuid', standing: 'text', before: 'uuid', limit: 'integer', now: 'timestamptz', ...reachParameters },
    `select * from (
       select t.id as "memberTaskId", t.enrollment_id as "enrollmentId", m.name as "memberName", t.status,
         t.due_at as "dueAt", t.due_at is distinct from t.planned_due_at as deviates, ${EXTENDED} as extended, l.submitted_at as "lastSubmissionAt",
         ${STANDING} as standing
       from ${REACHED_TASKS}
       join members m on m.organization_id = e.organization_id and m.id = e.member_id
       ${LATEST_SUBMISSION}
       where t.organization_id = :organization and t.cohort_task_id = :task and t.id < :before::uuid and ${REACHED}) as given
     where :standing::text is null or standing = :standing::text
     order by "memberTaskId" desc limit :limit::integer`,
  )
  .returning<MemberRow>();

@Injectable()
export class CohortTaskMemberRepository {
  async list(scope: Scope, task: string, query: CohortTaskMembersQuery): Promise<Page<CohortTaskMember>> {
    const [before = LAST_ID] = readCursor(query, (key) => key.length === 1 && isUuid(key[0])) ?? [];
    const { standing = null } = query;
    const limit = pageSize(query) + 1;
    const rows = await scope.query(listMembers, {
      ...{ task, standing, before, limit, now: scope.now },
      ...reachValues(scope.caller),
    });
    return toPage(
      rows,
      query,
      ({ memberTaskId }) => [memberTaskId],
      (row) => toResource(CohortTaskMember, row),
    );
  }
}
