import { Flag, Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { MEMBER_TASK_STATUSES } from '../member-task/member-task.entity.js';
import { STANDINGS, type Standing } from '../member-task/standing.js';

export class CohortTaskMembersQuery extends PageQuery {
  @OneOf(STANDINGS, { optional: true, description: 'Only member tasks that stand like this' }) standing?: Standing;
}

export class CohortTaskMember {
  @Uuid({ description: 'The member task' }) memberTaskId: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Text({ description: 'Display name of the member' }) memberName: string;
  @OneOf(MEMBER_TASK_STATUSES, { description: 'Status of the member task' }) status: string;
  @Instant({ nullable: true, description: 'Deadline, UTC' }) dueAt: string | null;
  @Flag({ description: 'Whether a deadline extension moved the deadline' }) extended: boolean;
  @Flag({ description: 'Whether the deadline is another than the cohort task gave' }) deviates: boolean;

  @OneOf(STANDINGS, {
    description: 'By the latest submission; overdue: published, past the deadline and nothing submitted',
  })
  standing: Standing;

  @Instant({ nullable: true, description: 'Time of the latest submission, UTC' }) lastSubmissionAt: string | null;
}
