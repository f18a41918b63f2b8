import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

/** The instants of things, and that an active enrollment has had no contact for some days. */
export const SIGNALS = [
  'member_task.due',
  'live_session.start',
  'coaching_session.start',
  'booking.start',
  'intervention.due',
  'review.due',
  'milestone.due',
  'form_assignment.close',
  'enrollment.no_contact',
  'installment.due',
  'sales_call.start',
  'sale.expiry',
] as const;
export const REMINDER_RULE_STATUSES = ['active', 'paused', 'archived'] as const;
export type Signal = (typeof SIGNALS)[number];
export type ReminderRuleStatus = (typeof REMINDER_RULE_STATUSES)[number];

export const REMINDER_RULE = lifecycle<ReminderRuleStatus>('reminder rule', {
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: [],
});

/** When the service tells that something is due. */
@Entity({ name: 'reminder_rules' })
export class ReminderRuleEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) name: string;
  @Column({ type: 'text' }) signal: Signal;

  /** From the instant of the thing; negative: before it. Null exactly for enrollment.no_contact. */
  @Column({ type: 'integer', nullable: true }) offsetMinutes: number | null;

  /** Calendar days in the time zone of the cohort; for enrollment.no_contact only. */
  @Column({ type: 'integer', nullable: true }) days: number | null;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'text' }) status: ReminderRuleStatus;

  /** When it last became active: an earlier moment never fires. */
  @Column({ type: 'timestamptz' }) activeSince: Date;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
