import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const AUDIENCES = ['own', 'coach', 'cohort'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const CALENDAR_ITEMS = ['live_sessions', 'coaching_sessions', 'bookings', 'deadlines'] as const;
export type CalendarItems = (typeof CALENDAR_ITEMS)[number];

/** A calendar of a member, which calendar programs read by its URL. */
@Entity({ name: 'calendar_feeds' })
export class CalendarFeedEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @RedactedColumn({ type: 'text' }) name: string;
  @Column({ type: 'text' }) audience: Audience;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'text', array: true }) include: CalendarItems[];
  @RedactedColumn({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) lastReadAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
}
