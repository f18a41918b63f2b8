import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';

export const FIRING_OUTCOMES = ['fired', 'missed'] as const;
export type FiringOutcome = (typeof FIRING_OUTCOMES)[number];

/** That a rule fired, or missed its moment: once for a rule, a resource, an enrollment and a due instant. */
@Entity({ name: 'reminder_firings' })
export class ReminderFiringEntity extends TenantEntity {
  @Column({ type: 'uuid' }) reminderRuleId: string;
  @Column({ type: 'text' }) resourceType: string;
  @Column({ type: 'uuid' }) resourceId: string;
  @Column({ type: 'uuid', nullable: true }) enrollmentId: string | null;
  @Column({ type: 'timestamptz' }) dueAt: Date;
  @Column({ type: 'timestamptz' }) moment: Date;
  @Column({ type: 'timestamptz', nullable: true }) firedAt: Date | null;
  @Column({ type: 'text' }) outcome: FiringOutcome;

  /** The last contact before a gap, which fires once, however many days the rule has. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) gapSince: Date | null;
}
