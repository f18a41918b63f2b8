import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const INTERVENTION_REASONS = ['late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other'] as const;
export const INTERVENTION_CHANNELS = ['call', 'message', 'email', 'live', 'other'] as const;
export const INTERVENTION_STATUSES = ['planned', 'completed', 'cancelled'] as const;
export type InterventionReason = (typeof INTERVENTION_REASONS)[number];
export type InterventionChannel = (typeof INTERVENTION_CHANNELS)[number];
export type InterventionStatus = (typeof INTERVENTION_STATUSES)[number];

/** A tracked action on one enrollment. */
@Entity({ name: 'interventions' })
export class InterventionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'text' }) reason: InterventionReason;
  @RedactedColumn({ type: 'text' }) title: string;
  @Column({ type: 'text' }) channel: InterventionChannel;
  @Column({ type: 'uuid', name: 'owner_account_id' }) ownerUserId: string;
  @Column({ type: 'timestamptz' }) dueAt: Date;
  @RedactedColumn({ type: 'text' }) expectedOutcome: string;
  @Column({ type: 'text' }) status: InterventionStatus;
  @RedactedColumn({ type: 'text', nullable: true }) outcome: string | null;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) closedBy: string | null;
  @Column({ type: 'uuid', nullable: true }) blockerId: string | null;
  @Column({ type: 'uuid' }) plannedBy: string;
  @Column({ type: 'timestamptz' }) plannedAt: Date;
}
