import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Nested } from '../platform/fields/nested.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { WebAddress } from '../platform/fields/web-address.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import { FORMAT_KINDS, type FormatKind } from './deliverable.entity.js';
import { Review, toReview } from './review.dto.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';
import { SUBMISSION_STATUSES, type SubmissionEntity } from './submission.entity.js';

export class SubmitRequest implements CrossChecked {
  @OneOf(FORMAT_KINDS, { description: 'One of the kinds that the deliverable accepts', example: 'link' })
  kind: FormatKind;

  @Uuid({ optional: true, nullable: true, description: 'For a file: a media of the organization', example: null })
  mediaId?: string | null;

  @WebAddress({ optional: true, nullable: true, description: 'For a link', example: 'https://example.com/plan' })
  url?: string | null;

  @Text({ optional: true, nullable: true, max: 2000, description: 'What the reviewer should know' })
  note?: string | null;

  crossIssues(): FieldIssue[] {
    const [needed, other] = this.kind === 'file' ? (['mediaId', 'url'] as const) : (['url', 'mediaId'] as const);
    const issues: FieldIssue[] = [];
    if ((this[needed] ?? null) === null) issues.push({ field: needed, issue: `is required for a ${this.kind}` });
    if ((this[other] ?? null) !== null) issues.push({ field: other, issue: `must not be given for a ${this.kind}` });
    return issues;
  }
}

export class Submission {
  @Uuid({ description: 'Submission identifier' })
  id: string;

  @Uuid({ description: 'Deliverable that it was handed in for' })
  deliverableId: string;

  @Uuid({ description: 'Task of the deliverable' })
  memberTaskId: string;

  @Uuid({ description: 'Enrollment of the member whose task it is' })
  enrollmentId: string;

  @OneOf(FORMAT_KINDS, { description: 'file or link', example: 'link' })
  kind: string;

  @Uuid({ nullable: true, description: 'Media of a file', example: null })
  mediaId: string | null;

  @Text({ nullable: true, description: 'Address of a link', example: 'https://example.com/plan' })
  url: string | null;

  @Text({ nullable: true, description: 'What the reviewer should know' })
  note: string | null;

  @OneOf(SUBMISSION_STATUSES, { description: "pending until it is reviewed; then the review's verdict" })
  status: string;

  @Uuid({ description: 'Submitting account' })
  submittedBy: string;

  @Instant({ description: 'Submission time, UTC' })
  submittedAt: string;

  @Nested(() => Review, { nullable: true, description: 'Its review, once there is one' })
  review: Review | null;
}

export function toSubmission(
  row: Omit<SubmissionEntity, 'organizationId'>,
  review: SubmissionReviewEntity | null,
): Submission {
  return {
    id: row.id,
    deliverableId: row.deliverableId,
    memberTaskId: row.memberTaskId,
    enrollmentId: row.enrollmentId,
    kind: row.kind,
    mediaId: row.mediaId,
    url: row.url,
    note: row.note,
    status: row.status,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt.toISOString(),
    review: review && toReview(review),
  };
}
