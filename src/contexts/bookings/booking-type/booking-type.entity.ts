import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const BOOKING_TYPE_STATUSES = ['active', 'paused', 'archived'] as const;
export type BookingTypeStatus = (typeof BOOKING_TYPE_STATUSES)[number];

export const BOOKING_TYPE = lifecycle<BookingTypeStatus>('booking type', {
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: [],
});

/** An offer of a host: to be booked for something, on these terms. */
@Entity({ name: 'booking_types' })
export class BookingTypeEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) name: string;
  @Column({ type: 'uuid' }) hostMemberId: string;
  @Column({ type: 'integer' }) durationMinutes: number;
  @Column({ type: 'integer' }) stepMinutes: number;
  @Column({ type: 'integer' }) bufferBeforeMinutes: number;
  @Column({ type: 'integer' }) bufferAfterMinutes: number;
  @Column({ type: 'integer' }) minNoticeHours: number;
  @Column({ type: 'integer' }) maxDaysAhead: number;
  @Column({ type: 'integer' }) cancelNoticeHours: number;

  /** To whom it is offered; at most one of both. */
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;

  /** Whoever has it can join, so that no audit entry or event has it. */
  @RedactedColumn({ type: 'text', nullable: true }) joinUrl: string | null;
  @Column({ type: 'text' }) status: BookingTypeStatus;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
