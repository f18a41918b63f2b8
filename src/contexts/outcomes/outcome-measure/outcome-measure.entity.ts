import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const OUTCOME_DIRECTIONS = ['increase', 'decrease', 'none'] as const;
export type OutcomeDirection = (typeof OUTCOME_DIRECTIONS)[number];

export const OUTCOME_MEASURE_STATUSES = ['active', 'archived'] as const;
export type OutcomeMeasureStatus = (typeof OUTCOME_MEASURE_STATUSES)[number];

/** A measure of the enrollments of a program. */
@Entity({ name: 'outcome_measures' })
export class OutcomeMeasureEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @Column({ type: 'text' }) key: string;
  @RedactedColumn({ type: 'text' }) name: string;
  @RedactedColumn({ type: 'text', nullable: true }) unit: string | null;

  /** The way that is better. */
  @Column({ type: 'text' }) direction: OutcomeDirection;

  /** Decimal texts, as of the values. */
  @Column({ type: 'numeric', nullable: true }) min: string | null;
  @Column({ type: 'numeric', nullable: true }) max: string | null;
  @Column({ type: 'integer' }) decimals: number;

  /** Whether the person enrolled records readings. */
  @Column({ type: 'boolean' }) selfReport: boolean;
  @Column({ type: 'text' }) status: OutcomeMeasureStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
