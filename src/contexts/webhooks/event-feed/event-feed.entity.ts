import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const EVENT_FEED_STATUSES = ['open', 'closed'] as const;
export type EventFeedStatus = (typeof EVENT_FEED_STATUSES)[number];

export const EVENT_FEED = lifecycle<EventFeedStatus>('event feed', { open: ['closed'], closed: [] });

/** A subscription that is read, instead of being delivered. */
@Entity({ name: 'event_feeds' })
export class EventFeedEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', array: true }) eventNames: string[];
  @Column({ type: 'text' }) status: EventFeedStatus;

  /** The place of the last event, from 1; changed by the worker alone. */
  @InternalColumn({ type: 'integer' }) lastPosition: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
}
