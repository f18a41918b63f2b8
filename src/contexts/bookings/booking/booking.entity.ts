import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const BOOKING_STATUSES = ['booked', 'cancelled', 'held'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const BOOKING = lifecycle<BookingStatus>('booking', {
  booked: ['booked', 'cancelled', 'held'],
  cancelled: [],
  held: [],
});

/** A slot that an enrollment has booked. It has a coaching session and follows it. */
@Entity({ name: 'bookings' })
export class BookingEntity extends TenantEntity {
  @Column({ type: 'uuid' }) bookingTypeId: string;
  @Column({ type: 'uuid' }) hostMemberId: string;
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) coachingSessionId: string;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;

  /** The same with the buffers. */
  @InternalColumn({ type: 'timestamptz' }) busyFrom: Date;
  @InternalColumn({ type: 'timestamptz' }) busyUntil: Date;

  /** The host's, for display: startsAt and endsAt are absolute. */
  @Column({ type: 'text' }) timezone: string;
  @RedactedColumn({ type: 'text', nullable: true }) joinUrl: string | null;
  @InternalColumn({ type: 'integer' }) cancelNoticeHours: number;
  @Column({ type: 'text' }) status: BookingStatus;
  /** When an entry outside was last found over it. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) conflictFoundAt: Date | null;
  @Column({ type: 'uuid' }) bookedBy: string;
  @Column({ type: 'uuid', nullable: true }) cancelledBy: string | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) cancelledAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) cancelReason: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
