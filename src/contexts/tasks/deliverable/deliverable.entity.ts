import { Column, Entity } from 'typeorm';
import type { TeachingRole } from '#kernel/access';
import { TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const FORMAT_KINDS = ['file', 'link'] as const;
export type FormatKind = (typeof FORMAT_KINDS)[number];

export interface AcceptedFormatValue {
  kind: FormatKind;
  /** For a file, empty means any type. Always empty for a link. */
  mimeTypes: string[];
}

export const DELIVERABLE_STATUSES = ['active', 'archived'] as const;
export type DeliverableStatus = (typeof DELIVERABLE_STATUSES)[number];

export const DELIVERABLE = lifecycle<DeliverableStatus>('deliverable', { active: ['archived'], archived: [] });

/** A task requires the member to submit its deliverables. */
@Entity({ name: 'deliverables' })
export class DeliverableEntity extends TenantEntity {
  @Column({ type: 'uuid' }) memberTaskId: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text', nullable: true }) expectations: string | null;
  @Column({ type: 'text', nullable: true }) criteria: string | null;
  @Column({ type: 'jsonb' }) acceptedFormats: AcceptedFormatValue[];
  @Column({ type: 'text' }) expectedReviewerRole: TeachingRole;
  @Column({ type: 'text' }) status: DeliverableStatus;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
  @Column({ type: 'text', nullable: true }) archiveReason: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
