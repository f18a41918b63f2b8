import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const MEMBER_TASK_STATUSES = ['draft', 'published', 'completed', 'archived'] as const;
export type MemberTaskStatus = (typeof MEMBER_TASK_STATUSES)[number];

export const MEMBER_TASK = lifecycle<MemberTaskStatus>('task', {
  draft: ['published', 'archived'],
  published: ['completed', 'archived'],
  completed: ['archived'],
  archived: [],
});

/** A task of one enrolled member. */
@Entity({ name: 'member_tasks' })
export class MemberTaskEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;

  /** The cohort task that it was made from. */
  @Column({ type: 'uuid', nullable: true }) cohortTaskId: string | null;
  @RedactedColumn({ type: 'text' }) title: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'timestamptz', nullable: true }) dueAt: Date | null;

  /** The deadline that the cohort task gave. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) plannedDueAt: Date | null;
  @Column({ type: 'text' }) status: MemberTaskStatus;
  @Column({ type: 'timestamptz', nullable: true }) publishedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) completedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
