import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
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
