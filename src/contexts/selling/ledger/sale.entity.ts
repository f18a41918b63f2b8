import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';
import type { EntryKind } from './ledger.js';

export const SALE_STATUSES = ['proposed', 'reserved', 'active', 'expired', 'cancelled'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

/** Whether the enrollment that was sold exists; `ended` once it was closed. */
export const FULFILLMENTS = ['none', 'done', 'stuck', 'ended'] as const;
export type Fulfillment = (typeof FULFILLMENTS)[number];

/** Why a sale that is active has no enrollment. */
export const STUCK_REASONS = [
  'cohort_full',
  'cohort_closed',
  'seat_taken',
  'member_detached',
  'limit_reached',
] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

/** A sale expires by the clock, and late money makes it active all the same. */
export const SALE = lifecycle<SaleStatus>('sale', {
  proposed: ['reserved', 'active', 'cancelled'],
  reserved: ['active', 'cancelled'],
  active: ['cancelled'],
  expired: ['active'],
  cancelled: [],
});

/** The address of an invoice, as the buyer gave it. */
export interface Billing {
  company: string | null;
  lines: string[];
  country: string | null;
  taxId: string | null;
}

/** One person and one offer, from the proposal to the last payment. */
@Entity({ name: 'sales' })
export class SaleEntity extends TenantEntity {
  @Column({ type: 'uuid' }) offerId: string;

  /** The version of the terms that it was proposed with, which it keeps. */
  @Column({ type: 'integer' }) offerVersion: number;
  @Column({ type: 'uuid' }) prospectId: string;
  @Column({ type: 'uuid', nullable: true }) closerMemberId: string | null;

  /** As it was recorded; proposals and holds end by the clock, which `readSales` knows. */
  @Column({ type: 'text' }) status: SaleStatus;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'text', nullable: true }) paymentPlanKey: string | null;
  @Column({ type: 'integer' }) discount: number;
  @Column({ type: 'integer', nullable: true }) taxAmount: number | null;

  /** Null: the prospect takes part. Without an address the person was erased. */
  @RedactedColumn({ type: 'text', nullable: true }) participantName: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) participantEmail: string | null;
  @RedactedColumn({ type: 'jsonb', nullable: true }) billing: Billing | null;
  @Column({ type: 'boolean' }) autoCharge: boolean;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) holdUntil: Date | null;
  @Column({ type: 'text' }) fulfillment: Exclude<Fulfillment, 'ended'>;
  @Column({ type: 'text', nullable: true }) fulfillmentReason: StuckReason | null;
  @Column({ type: 'uuid', nullable: true }) enrollmentId: string | null;
  @Column({ type: 'timestamptz' }) proposedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) acceptedAt: Date | null;
  @Column({ type: 'text', nullable: true }) acceptedBy: 'buyer' | 'staff' | null;
  @Column({ type: 'timestamptz', nullable: true }) activatedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  /** Why the installments were last changed. */
  @RedactedColumn({ type: 'text', nullable: true }) installmentsReason: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) endReason: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** An installment of a sale, dated once, when it is accepted. */
@Entity({ name: 'sale_installments' })
export class SaleInstallmentEntity extends TenantEntity {
  @Column({ type: 'uuid' }) saleId: string;
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'integer' }) amount: number;
  @Column({ type: 'timestamptz' }) dueAt: Date;
}

/** An entry of the ledger, which never changes. */
@Entity({ name: 'sale_entries' })
export class SaleEntryEntity extends TenantEntity {
  @Column({ type: 'uuid' }) saleId: string;
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text' }) kind: EntryKind;
  @Column({ type: 'bigint' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'uuid', nullable: true }) paymentId: string | null;
  @Column({ type: 'uuid', nullable: true }) refundId: string | null;
  @Column({ type: 'uuid', nullable: true }) disputeId: string | null;
  @Column({ type: 'timestamptz' }) occurredAt: Date;
  @Column({ type: 'timestamptz' }) recordedAt: Date;
  @Column({ type: 'uuid', nullable: true }) recordedBy: string | null;
}
