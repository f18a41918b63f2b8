import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import type { DeliverableEntity } from '../deliverable/deliverable.entity.js';
import { lifecycle } from '#kernel/work';

export const COHORT_TASK_STATUSES = ['draft', 'published', 'archived'] as const;
export type CohortTaskStatus = (typeof COHORT_TASK_STATUSES)[number];

export const COHORT_TASK = lifecycle<CohortTaskStatus>('cohort task', {
  draft: ['published', 'archived'],
  published: ['archived'],
  archived: [],
});

export const DEADLINE_KINDS = ['none', 'at', 'after_start', 'after_enrollment'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** The template of each member task's deliverable. */
export type DeliverableTemplate = Pick<
  DeliverableEntity,
  'title' | 'expectations' | 'criteria' | 'acceptedFormats' | 'expectedReviewerRole'
>;

/** A task that the members of a cohort get as member tasks of their own. */
@Entity({ name: 'cohort_tasks' })
export class CohortTaskEntity extends TenantEntity {
  @Column({ type: 'uuid' }) cohortId: string;
  @RedactedColumn({ type: 'text' }) title: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) deadlineKind: DeadlineKind;
  @Column({ type: 'timestamptz', nullable: true }) dueAt: Date | null;
  @Column({ type: 'integer', nullable: true }) deadlineDays: number | null;

  /** `HH:MM` in the cohort's time zone. */
  @Column({ type: 'text', nullable: true }) deadlineTime: string | null;
  @RedactedColumn({ type: 'jsonb', nullable: true }) deliverable: DeliverableTemplate | null;
  @Column({ type: 'boolean' }) newEnrollments: boolean;
  @Column({ type: 'integer' }) graceDays: number;
  @Column({ type: 'text' }) status: CohortTaskStatus;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) publishedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
}
