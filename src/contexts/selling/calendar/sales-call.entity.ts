import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const CALL_STATUSES = ['booked', 'held', 'no_show', 'cancelled'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** The outcomes of a call that was held. */
export const CALL_OUTCOMES = ['sold', 'follow_up', 'not_interested', 'not_qualified'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const SALES_CALL = lifecycle<CallStatus>('sales call', {
  booked: ['held', 'no_show', 'cancelled'],
  held: [],
  no_show: [],
  cancelled: [],
});

/** A closer and a prospect talk. */
@Entity({ name: 'sales_calls' })
export class SalesCallEntity extends TenantEntity {
  @Column({ type: 'uuid' }) prospectId: string;
  @Column({ type: 'uuid' }) closerMemberId: string;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;

  /** With the closer's buffers as they were when it was booked or moved. */
  @Column({ type: 'timestamptz' }) busyFrom: Date;
  @Column({ type: 'timestamptz' }) busyUntil: Date;
  @Column({ type: 'text' }) timezone: string;
  @Column({ type: 'text' }) status: CallStatus;
  @Column({ type: 'text', nullable: true }) outcome: CallOutcome | null;
  @RedactedColumn({ type: 'text', nullable: true }) summary: string | null;

  /** Whoever has it can join, so that no audit entry or event has it. */
  @RedactedColumn({ type: 'text', nullable: true }) joinUrl: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
