import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';

export const BLOCKER_URGENCIES = ['normal', 'urgent'] as const;
export const BLOCKER_STATUSES = ['open', 'resolved'] as const;
export type BlockerUrgency = (typeof BLOCKER_URGENCIES)[number];
export type BlockerStatus = (typeof BLOCKER_STATUSES)[number];

/** Something that keeps a member from going on. */
@Entity({ name: 'blockers' })
export class BlockerEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @RedactedColumn({ type: 'text' }) title: string;
  @Column({ type: 'text' }) urgency: BlockerUrgency;
  @Column({ type: 'text' }) status: BlockerStatus;
  @RedactedColumn({ type: 'text', nullable: true }) resolution: string | null;

  /** Opened by the enrolled person, not by staff. */
  @InternalColumn({ type: 'boolean' }) reportedByMember: boolean;
  @Column({ type: 'uuid' }) openedBy: string;
  @Column({ type: 'timestamptz' }) openedAt: Date;
  @Column({ type: 'uuid', nullable: true }) resolvedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) resolvedAt: Date | null;
}
