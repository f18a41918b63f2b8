import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const ENROLLMENT_STATUSES = [
  'pending',
  'active',
  'paused',
  'completed',
  'withdrawn',
  'failed',
  'transferred',
] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** A member's enrollment in a cohort. */
@Entity({ name: 'enrollments' })
export class EnrollmentEntity extends TenantEntity {
  @Column({ type: 'uuid' }) cohortId: string;
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) status: EnrollmentStatus;
  @RedactedColumn({ type: 'text', nullable: true }) statusReason: string | null;
  @Column({ type: 'timestamptz' }) enrolledAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz' }) updatedAt: Date;

  /** The enrollment that this one goes on from, after a transfer. */
  @Column({ type: 'uuid', nullable: true }) transferredFromId: string | null;
}
