import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { keyedBy, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { SubmissionEntity } from './submission.entity.js';
import { SubmissionRepository } from './submission.repository.js';
import { toPendingReview, type PendingReview, type PendingReviewQuery } from './pending-review.dto.js';
import { Review, type ReviewSubmissionRequest } from './review.dto.js';
import { reviewSubmission, alreadyReviewed } from './review.operations.js';
import { reviewDueHours } from './review-due-hours.js';
import { ReviewSettings } from './review.settings.js';
import { listReviewedWork, longestWaiting, pendingReviews } from './review.repository.js';
import { SubmissionReviewEntity } from './submission-review.entity.js';
import { reviewerValues, reviewsEverywhere } from './review.policy.js';

@Injectable()
export class ReviewService {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async review(uow: UnitOfWork, submissionId: string, request: ReviewSubmissionRequest): Promise<Review> {
    const submission = await uow.getForUpdate(SubmissionEntity, submissionId);
    if (submission.status !== 'pending') throw alreadyReviewed.error();
    const { verdict, comment } = request;
    const reviewed = { reviewedBy: uow.caller.accountId, reviewedAt: uow.now };
    const review = uow.insert(SubmissionReviewEntity, { submissionId, verdict, comment, ...reviewed });
    uow.change(SubmissionEntity, submission, { status: verdict, reviewedAt: uow.now });
    const reviewId = review.id;
    uow.record(
      reviewSubmission.event,
      { ...submission, reviewId, verdict },
      { reviewId: { from: null, to: reviewId } },
    );
    return toResource(Review, review);
  }

  async listPending(scope: Scope, query: PendingReviewQuery): Promise<Page<PendingReview>> {
    const due = { now: scope.now, dueHours: await reviewDueHours(scope, this.settings) };
    const narrowed = { ...query, ...reviewerValues(scope), whereAssigned: !reviewsEverywhere(scope.caller) };
    return scope.list(query.oldestFirst ? longestWaiting : pendingReviews, narrowed, async (submissions) => {
      const ids = submissions.map(({ id }) => id);
      const works = keyedBy(await scope.query(listReviewedWork, { ids }), ({ submissionId }) => submissionId);
      const files = await this.submissions.listFiles(scope, submissions);
      return submissions.flatMap((submission) => {
        const work = works.get(submission.id);
        return work ? [toPendingReview(submission, files.get(submission.mediaId ?? ''), work, due)] : [];
      });
    });
  }
}
