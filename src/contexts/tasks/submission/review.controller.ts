import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listPendingReviews, reviewSubmission } from './review.operations.js';
import { ReviewService } from './review.service.js';

@Controller()
export class ReviewController {
  constructor(private readonly reviews: ReviewService) {}

  @Operation(reviewSubmission)
  review(uow: UnitOfWork, { params, body }: InputOf<typeof reviewSubmission>) {
    return this.reviews.review(uow, params.submissionId, body);
  }

  @Operation(listPendingReviews)
  listPending(scope: Scope, { query }: InputOf<typeof listPendingReviews>) {
    return this.reviews.listPending(scope, query);
  }
}
