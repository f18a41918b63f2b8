import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';
import type { FormatKind } from '../deliverable/deliverable.entity.js';

export const VERDICTS = ['accepted', 'changes_requested'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** pending until reviewed, then the verdict. */
export const SUBMISSION_STATUSES = ['pending', ...VERDICTS] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** How many submissions for a deliverable may wait for a review. */
export const MAX_PENDING_SUBMISSIONS = 20;

/** A submission for a deliverable. Task and enrollment are denormalized for aggregate queries. */
@Entity({ name: 'submissions' })
export class SubmissionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) deliverableId: string;
  @Column({ type: 'uuid' }) memberTaskId: string;
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'text' }) kind: FormatKind;
  @Column({ type: 'uuid', nullable: true }) mediaId: string | null;
  @Column({ type: 'text', nullable: true }) url: string | null;
  @Column({ type: 'text', nullable: true }) note: string | null;
  @Column({ type: 'text' }) status: SubmissionStatus;
  @Column({ type: 'uuid' }) submittedBy: string;
  @Column({ type: 'timestamptz' }) submittedAt: Date;

  /** When it was reviewed, in an index of its enrollment; the review has it, too. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) reviewedAt: Date | null;
}
