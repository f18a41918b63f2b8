import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import type { BookableHours } from './slots.js';

/** When a member can be booked, and the lock on their calendar. The id is the member's. */
@Entity({ name: 'availabilities' })
export class AvailabilityEntity extends TenantEntity {
  @Column({ type: 'text' }) timezone: string;
  @Column({ type: 'jsonb' }) weekly: BookableHours['weekly'];
  @RedactedColumn({ type: 'jsonb' }) exceptions: BookableHours['exceptions'];

  /** Whether slots are offered while it is not known when calendars outside take the time. */
  @Column({ type: 'text' }) whenUnknown: 'withhold' | 'offer';

  /** Null until it was set. */
  @Column({ type: 'timestamptz', nullable: true }) updatedAt: Date | null;
}
