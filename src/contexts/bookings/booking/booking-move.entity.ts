import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** That a booking got another time. */
@Entity({ name: 'booking_moves' })
export class BookingMoveEntity extends TenantEntity {
  @Column({ type: 'uuid' }) bookingId: string;
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'timestamptz' }) previousStartsAt: Date;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'uuid' }) movedBy: string;
  @Column({ type: 'timestamptz' }) movedAt: Date;
}
