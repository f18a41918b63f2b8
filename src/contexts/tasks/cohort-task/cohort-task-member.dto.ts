import { PickType } from '@nestjs/swagger';
import { Flag, Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { MEMBER_TASK_STATUSES } from '../member-task/member-task.entity.js';
import { STANDINGS, type Standing } from '../member-task/standing.js';
import { MyTask } from '../my-task/my-task.dto.js';

export class CohortTaskMembersQuery extends PageQuery {
  @OneOf(STANDINGS, { optional: true, description: 'Only member tasks that stand like this' }) standing?: Standing;
}

export class CohortTaskMember extends PickType(MyTask, ['enrollmentId', 'dueAt', 'extended', 'standing']) {
  @Uuid({ description: 'The member task' }) memberTaskId: string;
  @Text({ description: 'Display name of the member' }) memberName: string;
  @OneOf(MEMBER_TASK_STATUSES, { description: 'Status of the member task' }) status: string;
  @Flag({ description: 'Whether the deadline is another than the cohort task gave' }) deviates: boolean;

  @Instant({ nullable: true, description: 'Time of the latest submission, UTC' }) lastSubmissionAt: string | null;
}
