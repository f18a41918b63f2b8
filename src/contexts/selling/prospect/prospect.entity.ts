import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const PROSPECT_STATUSES = ['open', 'won', 'lost'] as const;
export type ProspectStatus = (typeof PROSPECT_STATUSES)[number];

export const LOST_REASONS = [
  'price',
  'timing',
  'not_interested',
  'not_qualified',
  'no_show',
  'unreachable',
  'other',
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export const PROSPECT = lifecycle<ProspectStatus>('prospect', { open: ['won', 'lost'], won: ['open'], lost: ['open'] });

/** Somebody who may buy. */
@Entity({ name: 'prospects' })
export class ProspectEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) name: string;

  /** The words of the name, for searches. */
  @RedactedColumn({ type: 'text' }) search: string;

  /** Unique in the organization; null once the prospect was erased. */
  @RedactedColumn({ type: 'text', nullable: true }) email: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) phone: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) source: string | null;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'text' }) status: ProspectStatus;
  @Column({ type: 'text', nullable: true }) lostReason: LostReason | null;
  @Column({ type: 'uuid', nullable: true }) closerMemberId: string | null;
  @Column({ type: 'timestamptz', nullable: true }) assignedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) erasedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
