import { Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { VERDICTS, type Verdict } from './submission.entity.js';

export class ReviewSubmissionRequest {
  @OneOf(VERDICTS, { description: 'Verdict' }) verdict: Verdict;

  @Text({ optional: true, nullable: true, max: 2000, description: 'Feedback to the member', example: 'Well argued' })
  comment?: string | null;
}

export class Review {
  @Uuid({ description: 'Review identifier' }) id: string;
  @Uuid({ description: 'Reviewed submission' }) submissionId: string;
  @OneOf(VERDICTS, { description: 'Verdict' }) verdict: string;
  @Text({ nullable: true, description: 'Feedback to the member', example: 'Well argued' }) comment: string | null;
  @Uuid({ description: 'Reviewing account' }) reviewedBy: string;
  @Instant({ description: 'Review time, UTC' }) reviewedAt: string;
}
