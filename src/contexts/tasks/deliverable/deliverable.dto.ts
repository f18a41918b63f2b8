import { TEACHING_ROLES, type TeachingRole } from '#kernel/access';
import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, NestedList, OneOf, PatchOf, Text, Title, Uuid } from '#kernel/fields';
import { AcceptedFormat, FormatList, formatIssues, type AcceptedFormatRequest } from './accepted-format.dto.js';
import { DELIVERABLE_STATUSES } from './deliverable.entity.js';

class DeliverableFields {
  @Title({ min: 3, max: 100, description: 'Title', example: 'Coaching plan' }) title: string;
  @FormatList() acceptedFormats: AcceptedFormatRequest[];
  @OneOf(TEACHING_ROLES, { description: 'Role expected to review; grants no access' })
  expectedReviewerRole: TeachingRole;
  @Text({ optional: true, nullable: true, max: 2000, description: 'What to submit' }) expectations?: string | null;
  @Text({ optional: true, nullable: true, max: 2000, description: 'Review criteria' }) criteria?: string | null;
}

export class CreateDeliverableRequest extends DeliverableFields implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return formatIssues(this.acceptedFormats);
  }
}

export class UpdateDeliverableRequest extends PatchOf(DeliverableFields) implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return formatIssues(this.acceptedFormats ?? []);
  }
}

export class ArchiveDeliverableRequest {
  @Text({ min: 1, max: 2000, trim: true, description: 'Reason', example: 'The task now requires a video' })
  reason: string;
}

export class Deliverable {
  @Uuid({ description: 'Deliverable identifier' }) id: string;
  @Uuid({ description: 'Task of the deliverable' }) memberTaskId: string;
  @Text({ min: 3, max: 100, description: 'Title', example: 'Coaching plan' }) title: string;
  @Text({ nullable: true, description: 'What to submit' }) expectations: string | null;
  @Text({ nullable: true, description: 'Review criteria' }) criteria: string | null;

  @NestedList(() => AcceptedFormat, { description: 'One entry for each accepted kind' })
  acceptedFormats: AcceptedFormat[];

  @OneOf(TEACHING_ROLES, { description: 'Role expected to review' }) expectedReviewerRole: string;
  @OneOf(DELIVERABLE_STATUSES, { description: 'A task has at most one active deliverable' }) status: string;
  @Instant({ nullable: true, description: 'Archival time, UTC' }) archivedAt: string | null;
  @Text({ nullable: true, description: 'Reason of the archival' }) archiveReason: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
