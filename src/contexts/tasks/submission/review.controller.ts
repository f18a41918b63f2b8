import { controllerOf } from '#kernel/operations';
import { listPendingReviews, reviewSubmission } from './review.operations.js';
import { ReviewService } from './review.service.js';

export class ReviewController extends controllerOf(ReviewService, {
  review: reviewSubmission,
  listPending: listPendingReviews,
}) {}
