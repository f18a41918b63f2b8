import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const LIVE_SESSION_STATUSES = ['scheduled', 'cancelled'] as const;
export type LiveSessionStatus = (typeof LIVE_SESSION_STATUSES)[number];

export const LIVE_SESSION = lifecycle<LiveSessionStatus>('live session', { scheduled: ['cancelled'], cancelled: [] });

/** A live event for one or more cohorts. */
@Entity({ name: 'live_sessions' })
export class LiveSessionEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) title: string;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;

  /** For display only: startsAt and endsAt are absolute. */
  @Column({ type: 'text' }) timezone: string;

  /** Whoever has it can join, so that no audit entry or event has it. */
  @RedactedColumn({ type: 'text', nullable: true }) joinUrl: string | null;
  @Column({ type: 'text' }) status: LiveSessionStatus;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
