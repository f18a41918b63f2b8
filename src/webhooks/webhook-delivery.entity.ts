import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one subscription. */
@Entity({ name: 'webhook_deliveries' })
export class WebhookDeliveryEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  subscriptionId: string;

  @Column({ type: 'uuid' })
  eventId: string;

  @Column({ type: 'text' })
  eventName: string;

  @Column({ type: 'text' })
  status: DeliveryStatus;

  /** Attempts since it became due anew: where it stands in the schedule. */
  @Column({ type: 'integer' })
  roundAttempts: number;

  @Column({ type: 'integer' })
  attemptCount: number;

  /** When it may be sent; while a process holds it, when that process counts as dead. Null once it has ended. */
  @Column({ type: 'timestamptz', nullable: true })
  dueAt: Date | null;

  /** Of the process that holds it. */
  @Column({ type: 'uuid', nullable: true })
  leaseToken: string | null;

  @Column({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  completedAt: Date | null;
}
