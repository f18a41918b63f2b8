import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

export const COHORT_STATUSES = ['draft', 'open', 'active', 'completed', 'archived'] as const;
export type CohortStatus = (typeof COHORT_STATUSES)[number];

/** A group of members who follow a program together. */
@Entity({ name: 'cohorts' })
export class CohortEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) status: CohortStatus;

  /** Calendar dates, `YYYY-MM-DD`. */
  @Column({ type: 'date', nullable: true }) startDate: string | null;
  @Column({ type: 'date', nullable: true }) endDate: string | null;

  /** IANA name, as sent. */
  @Column({ type: 'text' }) timezone: string;

  /** Maximum number of seats; null means unlimited. */
  @Column({ type: 'integer', nullable: true }) capacity: number | null;
  @Column({ type: 'uuid', nullable: true }) currentPhaseId: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
