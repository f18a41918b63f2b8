import { Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { REPORT_REASONS, REPORT_STATUSES, type ReportReason } from './post-report.entity.js';

export class ReportPostRequest {
  @OneOf(REPORT_REASONS, { description: 'What is wrong with it', example: 'personal_data' }) reason: ReportReason;

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 1_000,
    trim: true,
    description: 'In words, for whoever moderates the space',
    example: 'The second line has a telephone number.',
  })
  text?: string | null;
}

/** A report as its author sees it. */
export class PostReport {
  @Uuid({ description: 'Report identifier' }) id: string;
  @Uuid({ description: 'Post' }) postId: string;
  @OneOf(REPORT_REASONS, { description: 'What is wrong with it', example: 'personal_data' }) reason: string;
  @OneOf(REPORT_STATUSES, { description: 'upheld: the decision removes the post', example: 'open' }) status: string;
  @Instant({ nullable: true, description: 'Decision, UTC', example: null }) decidedAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
}
