import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Moves requested by a caller; the worker makes those from pending. A waiting delivery stays pending and is sent now. */
export const DELIVERY = lifecycle<DeliveryStatus>('delivery', {
  pending: [],
  succeeded: ['pending'],
  failed: ['pending'],
});

/** The delivery of one event to one subscription. */
@Entity({ name: 'webhook_deliveries' })
export class WebhookDeliveryEntity extends TenantEntity {
  @Column({ type: 'uuid' }) subscriptionId: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'text' }) eventName: string;
  @Column({ type: 'text' }) status: DeliveryStatus;

  /** Attempts since creation or the last redelivery: the position in the retry schedule. */
  @InternalColumn({ type: 'integer' }) roundAttempts: number;
  @Column({ type: 'integer' }) attemptCount: number;

  /** When it may be sent; while leased, the end of the lease. Null once completed. */
  @Column({ name: 'due_at', type: 'timestamptz', nullable: true }) nextAttemptAt: Date | null;

  /** Identifies the lease of a worker. */
  @RedactedColumn({ type: 'uuid', nullable: true }) leaseToken: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) completedAt: Date | null;
}
