import { BUSINESS_ROLES, type BusinessRole } from '../platform/access/caller.js';
import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import { AcceptedFormat, FormatList, formatIssues, type AcceptedFormatRequest } from './accepted-format.dto.js';
import { DELIVERABLE_STATUSES, type DeliverableEntity } from './deliverable.entity.js';

export class CreateDeliverableRequest implements CrossChecked {
  @Title({ min: 3, max: 100, description: 'What is handed in', example: 'Coaching plan' })
  title: string;

  @FormatList()
  acceptedFormats: AcceptedFormatRequest[];

  @OneOf(BUSINESS_ROLES, { description: 'Who is expected to review; it grants no right' })
  expectedReviewerRole: BusinessRole;

  @Text({ optional: true, nullable: true, max: 2000, description: 'What the member must produce' })
  expectations?: string | null;

  @Text({ optional: true, nullable: true, max: 2000, description: 'How it is judged' })
  criteria?: string | null;

  crossIssues(): FieldIssue[] {
    return formatIssues(this.acceptedFormats);
  }
}

export class UpdateDeliverableRequest implements CrossChecked {
  @Title({ optional: true, min: 3, max: 100, description: 'What is handed in', example: 'Coaching plan' })
  title?: string;

  @FormatList({ optional: true })
  acceptedFormats?: AcceptedFormatRequest[];

  @OneOf(BUSINESS_ROLES, { optional: true, description: 'Who is expected to review' })
  expectedReviewerRole?: BusinessRole;

  @Text({ optional: true, nullable: true, max: 2000, description: 'What the member must produce; null erases it' })
  expectations?: string | null;

  @Text({ optional: true, nullable: true, max: 2000, description: 'How it is judged; null erases it' })
  criteria?: string | null;

  crossIssues(): FieldIssue[] {
    return formatIssues(this.acceptedFormats ?? []);
  }
}

export class ArchiveDeliverableRequest {
  @Text({ min: 1, max: 2000, trim: true, description: 'Why it is archived', example: 'The task asks for a video now' })
  reason: string;
}

export class Deliverable {
  @Uuid({ description: 'Deliverable identifier' })
  id: string;

  @Uuid({ description: 'Task that expects it' })
  memberTaskId: string;

  @Text({ min: 3, max: 100, description: 'What is handed in', example: 'Coaching plan' })
  title: string;

  @Text({ nullable: true, description: 'What the member must produce' })
  expectations: string | null;

  @Text({ nullable: true, description: 'How it is judged' })
  criteria: string | null;

  @NestedList(() => AcceptedFormat, { description: 'One entry for each accepted kind' })
  acceptedFormats: AcceptedFormat[];

  @OneOf(BUSINESS_ROLES, { description: 'Who is expected to review' })
  expectedReviewerRole: string;

  @OneOf(DELIVERABLE_STATUSES, { description: 'A task has at most one active deliverable' })
  status: string;

  @Instant({ nullable: true, description: 'Archival time, UTC' })
  archivedAt: string | null;

  @Text({ nullable: true, description: 'Why archived' })
  archiveReason: string | null;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export function toDeliverable(row: Omit<DeliverableEntity, 'organizationId'>): Deliverable {
  return {
    id: row.id,
    memberTaskId: row.memberTaskId,
    title: row.title,
    expectations: row.expectations,
    criteria: row.criteria,
    acceptedFormats: row.acceptedFormats,
    expectedReviewerRole: row.expectedReviewerRole,
    status: row.status,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    archiveReason: row.archiveReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
