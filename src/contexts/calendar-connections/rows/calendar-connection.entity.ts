import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';
import type { CalendarFailureReason } from '../parsing/calendar-failure.js';

export const CALENDAR_PROVIDERS = ['google', 'microsoft', 'caldav'] as const;
export type CalendarProvider = (typeof CALENDAR_PROVIDERS)[number];

export const CONNECTION_STATUSES = ['pending', 'active', 'failing', 'revoked', 'disconnected'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const CONNECTION = lifecycle<ConnectionStatus>('calendar connection', {
  pending: ['active', 'revoked', 'disconnected'],
  active: ['failing', 'revoked', 'disconnected'],
  failing: ['active', 'revoked', 'disconnected'],
  revoked: ['active', 'disconnected'],
  disconnected: [],
});

/** A calendar of the account. */
export interface ConnectedCalendar {
  id: string;
  name: string;
  selected: boolean;
  /** The sync token of the last reading. */
  syncToken: string | null;
}

/** A member's account at a calendar service. */
@Entity({ name: 'calendar_connections' })
export class CalendarConnectionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) provider: CalendarProvider;
  @RedactedColumn({ type: 'text' }) label: string;
  @Column({ type: 'text' }) status: ConnectionStatus;
  @InternalColumn({ type: 'text', nullable: true }) failureReason: CalendarFailureReason | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) failureSince: Date | null;
  @InternalColumn({ type: 'integer' }) failureAttempts: number;
  @RedactedColumn({ type: 'jsonb' }) calendars: ConnectedCalendar[];
  @Column({ type: 'boolean' }) writeBookings: boolean;
  @InternalColumn({ type: 'timestamptz', nullable: true }) lastReadAt: Date | null;
  @InternalColumn({ type: 'integer' }) unreadable: number;
  @RedactedColumn({ type: 'text', nullable: true }) url: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) username: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) returnUrl: string | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) authorizationUntil: Date | null;

  /** Encrypted, like the grant and the secrets. */
  @InternalColumn({ type: 'bytea', nullable: true }) verifier: Buffer | null;
  @InternalColumn({ type: 'boolean' }) isStateUsed: boolean;
  @InternalColumn({ type: 'bytea', nullable: true }) grantCode: Buffer | null;
  @InternalColumn({ type: 'bytea', nullable: true }) secrets: Buffer | null;
  @InternalColumn({ type: 'text', nullable: true }) ownCalendar: string | null;
  @InternalColumn({ type: 'bytea', nullable: true }) hookHash: Buffer | null;
  @InternalColumn({ type: 'text', nullable: true }) hookChannel: string | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) hintedAt: Date | null;
  @InternalColumn({ type: 'integer' }) version: number;
  @InternalColumn({ type: 'timestamptz', nullable: true }) readAllAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) nextAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) disconnectedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
