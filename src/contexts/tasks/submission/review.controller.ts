import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { PendingReview } from './pending-review.dto.js';
import type { Review } from './review.dto.js';
import { listPendingReviews, reviewSubmission } from './review.operations.js';
import { ReviewService } from './review.service.js';

@Controller()
export class ReviewController {
  constructor(private readonly reviews: ReviewService) {}

  @Operation(reviewSubmission)
  review(uow: UnitOfWork, { params, body }: InputOf<typeof reviewSubmission>): Promise<Review> {
    return this.reviews.review(uow, params.submissionId, body);
  }

  @Operation(listPendingReviews)
  listPending(scope: Scope, { query }: InputOf<typeof listPendingReviews>): Promise<Page<PendingReview>> {
    return this.reviews.listPending(scope, query);
  }
}
