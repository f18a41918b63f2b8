import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const CASE_STATUSES = ['open', 'decided'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const DECISIONS = ['dismiss', 'remove'] as const;
export type Decision = (typeof DECISIONS)[number];

export const MODERATION_CASE = lifecycle<CaseStatus>('moderation case', { open: ['decided'], decided: [] });

/** The reports of a post, to be answered by one decision. A post has one open case at most. */
@Entity({ name: 'moderation_cases' })
export class ModerationCaseEntity extends TenantEntity {
  @Column({ type: 'uuid' }) postId: string;
  @Column({ type: 'uuid' }) spaceId: string;

  /** The words when they were first reported. */
  @RedactedColumn({ type: 'text', nullable: true }) snapshotTitle: string | null;
  /** Null once they are gone, 30 days after the decision. */
  @RedactedColumn({ type: 'text', nullable: true }) snapshotBody: string | null;
  @Column({ type: 'text' }) status: CaseStatus;
  @Column({ type: 'text', nullable: true }) decision: Decision | null;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) note: string | null;
  @Column({ type: 'integer', nullable: true }) muteDays: number | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
