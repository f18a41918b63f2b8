import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import type { Verdict } from './submission.entity.js';

/** The one review of a submission. */
@Entity({ name: 'submission_reviews' })
export class SubmissionReviewEntity extends TenantEntity {
  @Column({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'text' }) verdict: Verdict;
  @Column({ type: 'text', nullable: true }) comment: string | null;
  @Column({ type: 'uuid' }) reviewedBy: string;
  @Column({ type: 'timestamptz' }) reviewedAt: Date;
}
