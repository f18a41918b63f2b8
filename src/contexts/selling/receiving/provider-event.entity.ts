import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import type { ReferenceKind } from '../provider/provider-objects.js';

export const EVENT_OUTCOMES = ['waiting', 'applied', 'ignored', 'unmatched', 'mismatched', 'failed'] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

export const EVENT_SOURCES = ['event', 'reconciliation'] as const;

/** Something that a provider told, or that a reconciliation found and could not place. */
@Entity({ name: 'provider_events' })
export class ProviderEventEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: 'stripe';
  @Column({ type: 'text' }) source: (typeof EVENT_SOURCES)[number];

  /** The ids at the provider: of the event, of its object, and of the payment that this belongs to. */
  @Column({ type: 'text', nullable: true }) eventId: string | null;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'text', nullable: true }) objectKind: ReferenceKind | null;
  @Column({ type: 'text', nullable: true }) objectId: string | null;
  @Column({ type: 'text', nullable: true }) paymentRef: string | null;

  /** Those of the payment, when it was last fetched. */
  @Column({ type: 'bigint', nullable: true }) amount: number | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text' }) outcome: EventOutcome;
  @Column({ type: 'uuid', nullable: true }) saleId: string | null;
  @InternalColumn({ type: 'integer' }) attempts: number;
  @InternalColumn({ type: 'timestamptz', nullable: true }) nextAt: Date | null;
  @Column({ type: 'timestamptz' }) receivedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) settledAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) settledBy: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) settleReason: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
