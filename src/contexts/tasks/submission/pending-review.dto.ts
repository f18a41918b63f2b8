import { BUSINESS_ROLES } from '#kernel/access';
import { Flag, Instant, OneOf, Text, toResource } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { DeliverableEntity } from '../deliverable/deliverable.entity.js';
import { Submission, toSubmission, type SubmittedMedia } from './submission.dto.js';
import type { SubmissionEntity } from './submission.entity.js';

const HOUR_MS = 3_600_000;

export class PendingReviewQuery extends PageQuery {
  @OneOf(['pending'], { optional: true, description: 'No effect: all listed submissions are pending' }) status?: string;
}

/** A submission without a review, with the data that a reviewer needs. */
export class PendingReview extends Submission {
  @Text({ description: 'Title of the deliverable', example: 'Coaching plan' }) deliverableTitle: string;
  @Text({ nullable: true, description: 'Review criteria' }) criteria: string | null;
  @OneOf(BUSINESS_ROLES, { description: 'Role expected to review' }) expectedReviewerRole: string;
  @Instant({ description: 'When the review is due, UTC' }) reviewDueAt: string;
  @Flag({ description: 'Whether the review is overdue', example: false }) overdue: boolean;
}

export function toPendingReview(
  submission: SubmissionEntity,
  media: SubmittedMedia | undefined,
  { title, criteria, expectedReviewerRole }: Pick<DeliverableEntity, 'title' | 'criteria' | 'expectedReviewerRole'>,
  { now, dueHours }: { now: Date; dueHours: number },
): PendingReview {
  const reviewDueAt = new Date(submission.submittedAt.getTime() + dueHours * HOUR_MS);
  const review = { deliverableTitle: title, criteria, expectedReviewerRole, reviewDueAt, overdue: reviewDueAt <= now };
  return toResource(PendingReview, { ...toSubmission(submission, media), ...review });
}
