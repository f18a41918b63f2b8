import { Controller } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { Scope } from '../platform/persistence/scope.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
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
