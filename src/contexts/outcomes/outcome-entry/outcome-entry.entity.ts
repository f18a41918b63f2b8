import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const OUTCOME_KINDS = ['baseline', 'target', 'reading'] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** A value of an outcome measure for an enrollment. It is never edited, only voided. */
@Entity({ name: 'outcome_entries' })
export class OutcomeEntryEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) outcomeMeasureId: string;
  @Column({ type: 'text' }) kind: OutcomeKind;

  /** The decimal text that PostgreSQL keeps: never a float. */
  @RedactedColumn({ type: 'numeric' }) value: string;
  @Column({ type: 'timestamptz' }) measuredAt: Date;
  @RedactedColumn({ type: 'text', nullable: true }) note: string | null;
  @Column({ type: 'uuid' }) recordedBy: string;
  @Column({ type: 'timestamptz' }) recordedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) voidedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) voidedBy: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) voidReason: string | null;
}
