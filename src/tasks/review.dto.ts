import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { SubmissionReviewEntity } from './submission-review.entity.js';
import { VERDICTS, type Verdict } from './submission.entity.js';

export class ReviewSubmissionRequest {
  @OneOf(VERDICTS, { description: 'What the reviewer finds' })
  verdict: Verdict;

  @Text({ optional: true, nullable: true, max: 2000, description: 'What the member is told', example: 'Well argued' })
  comment?: string | null;
}

export class Review {
  @Uuid({ description: 'Review identifier' })
  id: string;

  @Uuid({ description: 'Submission that it judges' })
  submissionId: string;

  @OneOf(VERDICTS, { description: 'What the reviewer found' })
  verdict: string;

  @Text({ nullable: true, description: 'What the member is told', example: 'Well argued' })
  comment: string | null;

  @Uuid({ description: 'Reviewing account' })
  reviewedBy: string;

  @Instant({ description: 'Review time, UTC' })
  reviewedAt: string;
}

export function toReview(row: Omit<SubmissionReviewEntity, 'organizationId'>): Review {
  return {
    id: row.id,
    submissionId: row.submissionId,
    verdict: row.verdict,
    comment: row.comment,
    reviewedBy: row.reviewedBy,
    reviewedAt: row.reviewedAt.toISOString(),
  };
}
