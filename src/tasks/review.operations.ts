import { reviewingStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { PendingReview, PendingReviewQuery } from './pending-review.dto.js';
import { Review, ReviewSubmissionRequest } from './review.dto.js';
import { reviewableSubmission } from './review.policy.js';
import { VERDICTS } from './submission.entity.js';

const tag = 'Reviews';

export class SubmissionReviewed {
  @Uuid()
  submissionId: string;

  @Uuid()
  reviewId: string;

  @Uuid()
  deliverableId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(VERDICTS)
  verdict: string;
}

export const submissionReviewed = declareEvent({
  name: 'submission.reviewed',
  summary: 'A submission has its review.',
  data: SubmissionReviewed,
});

export const reviewSubmission = declareWrite({
  name: 'review_submission',
  method: 'POST',
  path: '/submissions/:submissionId/reviews',
  tag,
  summary: 'Review a submission',
  description:
    'By OWNER, ADMIN, or a member who holds the role that the deliverable expects to review, over this enrollment. ' +
    'Once: what should be done better is handed in again, as a submission of its own.',
  access: reviewingStaff,
  target: reviewableSubmission,
  body: ReviewSubmissionRequest,
  response: Review,
  status: 201,
  targetType: 'submission',
  event: submissionReviewed,
  refusals: {
    403: 'The caller can not review, or the deliverable expects another role to.',
    404: "The submission is unknown, of another organization, or outside of the caller's scope.",
    409: 'The submission has its review already, or another request holds it.',
  },
});

export const listPendingReviews = declareRead({
  name: 'list_pending_reviews',
  path: '/reviews',
  tag,
  summary: 'List what waits for a review',
  description: 'The submissions without a review that the caller may review, newest first.',
  access: reviewingStaff,
  query: PendingReviewQuery,
  response: pageOf(PendingReview),
  refusals: { 400: 'status, limit or cursor is not usable.', 403: 'The caller can not review.' },
});
