import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const ASSIGNMENT_STATUSES = ['open', 'closed'] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

export const ANSWERED_BY = ['member', 'staff'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

export const FORM_ASSIGNMENT = lifecycle<AssignmentStatus>('form assignment', { open: ['closed'], closed: [] });

/** The enrollments that are asked, of those of a cohort or program. */
export const ASKED_STATUSES = ['active', 'paused', 'completed'] as const;

/** Asks the enrollments of a cohort, or of all cohorts of a program, to answer a form. */
@Entity({ name: 'form_assignments' })
export class FormAssignmentEntity extends TenantEntity {
  @Column({ type: 'uuid' }) formId: string;

  /** For whoever starts to answer from now on. */
  @Column({ type: 'uuid' }) formVersionId: string;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'text' }) answeredBy: AnsweredBy;
  @Column({ type: 'boolean' }) anonymous: boolean;
  @Column({ type: 'timestamptz', nullable: true }) opensAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) closesAt: Date | null;

  /** When it was closed by hand, for good. */
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;

  /** How long a submitted response may be edited. */
  @Column({ type: 'integer' }) editHours: number;

  /** A lesson that is to be open to the person enrolled first. */
  @Column({ type: 'uuid', nullable: true }) lessonId: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** Closed by hand, or by time. */
export function statusAt(
  { closedAt, closesAt }: Pick<FormAssignmentEntity, 'closedAt' | 'closesAt'>,
  now: Date,
): AssignmentStatus {
  return closedAt !== null || (closesAt !== null && closesAt <= now) ? 'closed' : 'open';
}
