import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

/** How money that a person records was paid. */
export const MANUAL_METHODS = ['transfer', 'cash', 'other'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];

/** The method of money that a provider brought. */
export const PAYMENT_METHODS = [...MANUAL_METHODS, 'provider'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Money that came for a sale, as it came. */
@Entity({ name: 'payments' })
export class PaymentEntity extends TenantEntity {
  @Column({ type: 'uuid' }) saleId: string;

  /** In minor units of the currency, which is that of the sale. */
  @Column({ type: 'integer' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) method: PaymentMethod;

  /** Null for money that a person recorded. */
  @Column({ type: 'text', nullable: true }) provider: 'stripe' | null;
  @Column({ type: 'text', nullable: true }) providerId: string | null;

  /** Unique among the payments of the sale that are not voided. */
  @RedactedColumn({ type: 'text' }) reference: string;
  @Column({ type: 'timestamptz' }) receivedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) voidedAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) voidReason: string | null;
  @Column({ type: 'uuid', nullable: true }) recordedBy: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** Money of a payment that goes back. */
@Entity({ name: 'refunds' })
export class RefundEntity extends TenantEntity {
  @Column({ type: 'uuid' }) paymentId: string;
  @Column({ type: 'uuid' }) saleId: string;
  @Column({ type: 'integer' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) status: RefundStatus;
  @Column({ type: 'text', nullable: true }) providerId: string | null;

  /** Whether the enrollment was withdrawn at once. */
  @Column({ type: 'text' }) enrollment: 'keep' | 'withdraw';

  /** Whether the amount is still owed. */
  @Column({ type: 'text' }) claim: 'keep' | 'drop';
  @RedactedColumn({ type: 'text' }) reason: string;
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A payment that its buyer disputes. */
@Entity({ name: 'disputes' })
export class DisputeEntity extends TenantEntity {
  @Column({ type: 'uuid' }) paymentId: string;
  @Column({ type: 'uuid' }) saleId: string;
  @Column({ type: 'integer' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) status: DisputeStatus;
  @Column({ type: 'text' }) providerId: string;
  /** The change in the status history by which it paused the enrollment; null where it paused nothing. */
  @InternalColumn({ type: 'uuid', nullable: true }) pauseChangeId: string | null;
  @Column({ type: 'boolean' }) isWithdrawn: boolean;
  @Column({ type: 'boolean' }) isReturned: boolean;
  @Column({ type: 'timestamptz' }) openedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
