import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

export const SALES_LINK_KINDS = ['personal', 'shared'] as const;
export type SalesLinkKind = (typeof SALES_LINK_KINDS)[number];

/** An address at which whoever has it buys: personal of one sale, shared of an offer. */
@Entity({ name: 'sales_links' })
export class SalesLinkEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: SalesLinkKind;
  @Column({ type: 'uuid', nullable: true }) saleId: string | null;
  @Column({ type: 'uuid', nullable: true }) offerId: string | null;

  /** Gets the new prospects of a shared link. */
  @Column({ type: 'uuid', nullable: true }) closerMemberId: string | null;

  /** Part of the token. */
  @Column({ type: 'integer' }) revision: number;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;

  /** The shared link whose order made this personal one. */
  @Column({ type: 'uuid', nullable: true }) sharedLinkId: string | null;

  /** The order by a personal link, or that led to it: a link is ordered by once. */
  @Column({ type: 'timestamptz', nullable: true }) orderedAt: Date | null;
  @Column({ type: 'bytea', nullable: true }) orderKey: Buffer | null;
  @Column({ type: 'bytea', nullable: true }) orderFingerprint: Buffer | null;

  /** Tells remote addresses apart, and names none. */
  @Column({ type: 'bytea', nullable: true }) orderNetwork: Buffer | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
