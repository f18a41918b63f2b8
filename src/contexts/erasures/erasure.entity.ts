import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

export const ERASURE_STATUSES = ['requested', 'approved', 'cancelled', 'carried_out'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

export interface PreviewRow {
  table: string;
  erased: number;
  kept: number;
  why: string;
}

/** The removal of what is stored about a person: all of their memberships in the organization. */
@Entity({ name: 'erasures' })
export class ErasureEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberId: string;
  @InternalColumn({ type: 'uuid' }) accountId: string;
  @RedactedColumn({ type: 'text' }) reason: string;
  @Column({ type: 'text' }) status: ErasureStatus;
  @Column({ type: 'jsonb' }) preview: PreviewRow[];
  @Column({ type: 'uuid' }) requestedBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'uuid', nullable: true }) approvedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) approvedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) notBefore: Date | null;

  /** It cannot be cancelled any more. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) begunAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) carriedOutAt: Date | null;
}
