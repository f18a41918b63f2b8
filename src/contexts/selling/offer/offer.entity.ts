import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';
import type { Terms } from '../terms/terms.js';

export const OFFER_STATUSES = ['draft', 'open', 'paused', 'archived'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export const OFFER = lifecycle<OfferStatus>('offer', {
  draft: ['open', 'archived'],
  open: ['paused', 'archived'],
  paused: ['open', 'archived'],
  archived: [],
});

/** A place in a program, as it is sold. */
@Entity({ name: 'offers' })
export class OfferEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;

  /** Null: the cohort is chosen when a sale is accepted. */
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @RedactedColumn({ type: 'text' }) name: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) status: OfferStatus;
  @Column({ type: 'timestamptz', nullable: true }) opensAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) closesAt: Date | null;
  @Column({ type: 'integer', nullable: true }) salesLimit: number | null;

  /** The version of the terms that new sales get. */
  @Column({ type: 'integer' }) termsVersion: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** The terms of an offer as they were at a time: they never change. */
@Entity({ name: 'offer_terms' })
export class OfferTermsEntity extends TenantEntity {
  @Column({ type: 'uuid' }) offerId: string;

  /** From 1 on. */
  @Column({ type: 'integer' }) version: number;
  @RedactedColumn({ type: 'jsonb' }) terms: Terms;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
