import { refusal } from '#kernel/errors';
import { reviewingStaff } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { VERDICTS } from './submission.entity.js';
import { PendingReview, PendingReviewQuery } from './pending-review.dto.js';
import { Review, ReviewSubmissionRequest } from './review.dto.js';
import { reviewableSubmission } from './review.policy.js';

export const alreadyReviewed = refusal('submission_reviewed', 'The submission is already reviewed.');

export class SubmissionReviewed {
  @Uuid() submissionId: string;
  @Uuid() reviewId: string;
  @Uuid() deliverableId: string;
  @Uuid() enrollmentId: string;
  @OneOf(VERDICTS) verdict: string;
}

const reviews = resource({
  noun: 'review',
  path: '/reviews/:reviewId',
  response: Review,
  target: reviewableSubmission,
  read: reviewingStaff,
  write: reviewingStaff,
});

export const reviewSubmission = reviews.create({
  name: 'review_submission',
  path: '/submissions/:submissionId/reviews',
  parent: reviewableSubmission,
  summary: 'Review a submission',
  description:
    'Requires OWNER, ADMIN, or a member who has the expected reviewer role of the deliverable for this enrollment. A ' +
    'submission is reviewed once; improved work is a new submission.',
  body: ReviewSubmissionRequest,
  targetType: 'submission',
  event: declareEvent('submission.reviewed', 'A submission was reviewed.', SubmissionReviewed),
  refusals: {
    403: `${reviewingStaff.forbidden} Also returned when the caller does not have the expected reviewer role.`,
  },
  reasons: [alreadyReviewed],
});

export const listPendingReviews = reviews.list({
  name: 'list_pending_reviews',
  summary: 'List pending reviews',
  description: 'The submissions without a review that the caller can review, newest first, or the longest wait first.',
  query: PendingReviewQuery,
  mayLag: true,
  item: PendingReview,
  refusals: { 400: 'status, oldestFirst, limit or cursor is invalid.' },
});
