import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { conflict } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toPendingReview, type PendingReview, type PendingReviewQuery } from './pending-review.dto.js';
import { toReview, type Review, type ReviewSubmissionRequest } from './review.dto.js';
import { submissionReviewed } from './review.operations.js';
import { ReviewRepository } from './review.repository.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';
import { SubmissionRepository } from './submission.repository.js';

@Injectable()
export class ReviewService {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly submissions: SubmissionRepository,
    private readonly settings: Settings,
  ) {}

  async review(uow: UnitOfWork, submissionId: string, request: ReviewSubmissionRequest): Promise<Review> {
    const submission = await this.submissions.getForUpdate(uow, submissionId);
    if (submission.status !== 'pending') throw conflict('The submission has been reviewed.');
    const review = {
      id: uow.newId(),
      submissionId,
      verdict: request.verdict,
      comment: request.comment ?? null,
      reviewedBy: uow.caller.accountId,
      reviewedAt: uow.now,
    } satisfies Omit<SubmissionReviewEntity, 'organizationId'>;
    this.reviews.add(uow, review);
    const { id, verdict } = review;
    const { deliverableId, enrollmentId } = submission;
    uow.record(submissionReviewed, {
      targetId: submissionId,
      changes: { status: { from: submission.status, to: verdict }, reviewId: id },
      data: { submissionId, reviewId: id, deliverableId, enrollmentId, verdict },
    });
    return toReview(review);
  }

  async listPending(scope: Scope, query: PendingReviewQuery): Promise<Page<PendingReview>> {
    const { items, nextCursor } = await this.reviews.listWaiting(scope, query);
    const deliverables = await this.reviews.listDeliverables(
      scope,
      items.map((submission) => submission.deliverableId),
    );
    const due = { now: scope.now, dueHours: this.settings.REVIEW_DUE_HOURS };
    return {
      items: items.flatMap((submission) => {
        const deliverable = deliverables.get(submission.deliverableId);
        return deliverable ? [toPendingReview(submission, deliverable, due)] : [];
      }),
      nextCursor,
    };
  }
}
