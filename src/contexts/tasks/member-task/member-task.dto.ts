import { Instant, OneOf, PatchOf, Text, Title, Uuid, Shown } from '#kernel/fields';
import { MEMBER_TASK_STATUSES } from './member-task.entity.js';

export class CreateMemberTaskRequest {
  @Title({ min: 1, max: 200, description: 'What the member is to do', example: 'Write a coaching plan' }) title: string;
  @Text({ optional: true, nullable: true, max: 2000, description: 'How to go about it' }) description?: string | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'Deadline; one in the past records what was due before the task was entered here',
  })
  dueAt?: Date | null;
}

export class UpdateMemberTaskRequest extends PatchOf(CreateMemberTaskRequest) {}

export class ReopenMemberTaskRequest {
  @Text({ optional: true, nullable: true, max: 500, trim: true, description: 'Why; not kept as text' }) reason?:
    string | null;
}

export class MemberTask {
  @Uuid({ description: 'Task identifier' }) id: string;
  @Uuid({ description: 'Enrollment of the member whose task it is' }) enrollmentId: string;
  @Uuid({ nullable: true, description: 'The cohort task that it was made from' }) cohortTaskId: string | null;
  @Text({ min: 1, max: 200, description: 'What the member is to do', example: 'Write a coaching plan' }) title: string;
  @Shown(CreateMemberTaskRequest, 'description') description: string | null;
  @Instant({ nullable: true, description: 'Deadline, UTC' }) dueAt: string | null;
  @OneOf(MEMBER_TASK_STATUSES, { description: 'The member sees it once it is published' }) status: string;
  @Instant({ nullable: true, description: 'Publication, UTC' }) publishedAt: string | null;
  @Instant({ nullable: true, description: 'Completion, UTC', example: null }) completedAt: string | null;
  @Instant({ nullable: true, description: 'Archival, UTC', example: null }) archivedAt: string | null;
  @Uuid({ description: 'Creating account' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
