import { BUSINESS_ROLES } from '../platform/access/caller.js';
import { Flag } from '../platform/fields/numbers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { DeliverableEntity } from './deliverable.entity.js';
import { Submission, toSubmission } from './submission.dto.js';
import type { SubmissionEntity } from './submission.entity.js';

const HOUR_MS = 3_600_000;

export class PendingReviewQuery extends PageQuery {
  @OneOf(['pending'], { optional: true, description: 'Only what waits is listed here; the same when left out' })
  status?: string;
}

/** A submission that waits for its review, with what the reviewer needs to judge it. */
export class PendingReview extends Submission {
  @Text({ description: 'What was to be handed in', example: 'Coaching plan' })
  deliverableTitle: string;

  @Text({ nullable: true, description: 'How it is judged' })
  criteria: string | null;

  @OneOf(BUSINESS_ROLES, { description: 'Who is expected to review' })
  expectedReviewerRole: string;

  @Instant({ description: 'When the review is due, UTC' })
  reviewDueAt: string;

  @Flag({ description: 'Whether the review is overdue', example: false })
  overdue: boolean;
}

export function toPendingReview(
  submission: SubmissionEntity,
  deliverable: DeliverableEntity,
  { now, dueHours }: { now: Date; dueHours: number },
): PendingReview {
  const dueAt = new Date(submission.submittedAt.getTime() + dueHours * HOUR_MS);
  return {
    ...toSubmission(submission, null),
    deliverableTitle: deliverable.title,
    criteria: deliverable.criteria,
    expectedReviewerRole: deliverable.expectedReviewerRole,
    reviewDueAt: dueAt.toISOString(),
    overdue: dueAt <= now,
  };
}
