import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

/** The buyer can pay, or has, as far as it is known. */
export const LIVE = ['preparing', 'open', 'processing'] as const;
export const CHECKOUT_STATUSES = [...LIVE, 'paid', 'expired', 'failed'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** Why a checkout failed; the texts of providers are not kept. */
export const CHECKOUT_FAILURES = [
  'authentication_required',
  'card_declined',
  'expired_card',
  'insufficient_funds',
  'method_not_usable',
  'cancelled',
  'not_made',
  'amount_not_supported',
  'other',
] as const;
export type CheckoutFailure = (typeof CHECKOUT_FAILURES)[number];

/** A page of the provider on which a buyer pays an amount of a sale. */
@Entity({ name: 'checkouts' })
export class CheckoutEntity extends TenantEntity {
  @Column({ type: 'uuid' }) saleId: string;
  @Column({ type: 'text' }) pay: 'due' | 'all';
  @Column({ type: 'integer' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) status: CheckoutStatus;

  /** The account at the provider, and what it has. */
  @InternalColumn({ type: 'text' }) accountId: string;
  @InternalColumn({ type: 'text', nullable: true }) providerId: string | null;
  @InternalColumn({ type: 'text', nullable: true }) providerPaymentId: string | null;
  @InternalColumn({ type: 'boolean' }) savesMethod: boolean;

  /** The method of payment that collections can charge. */
  @InternalColumn({ type: 'text', nullable: true }) paymentMethodId: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) url: string | null;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'text', nullable: true }) failure: CheckoutFailure | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) closeRequestedAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) fetchAt: Date | null;

  /** Since when the provider processes the payment, and the end of the hold before that prolonged it. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) processingAt: Date | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) heldUntil: Date | null;
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
