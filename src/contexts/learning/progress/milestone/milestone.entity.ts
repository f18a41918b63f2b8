import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const MILESTONE_STATUSES = ['active', 'archived'] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

export const MILESTONE = lifecycle<MilestoneStatus>('milestone', { active: ['archived'], archived: [] });

export const REQUIREMENT_KINDS = ['manual', 'course', 'lessons'] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

export const DUE_KINDS = ['none', 'after_start', 'after_enrollment'] as const;
export type DueKind = (typeof DUE_KINDS)[number];

@Entity({ name: 'milestones' })
export class MilestoneEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @RedactedColumn({ type: 'text' }) title: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;

  /** Among the program's milestones that are not archived, from 1. */
  @Column({ type: 'integer' }) position: number;

  /** The lessons are in `milestone_lessons`. */
  @Column({ type: 'text' }) requirementKind: RequirementKind;
  @Column({ type: 'uuid', nullable: true }) courseId: string | null;
  @Column({ type: 'text' }) dueKind: DueKind;
  @Column({ type: 'integer', nullable: true }) dueDays: number | null;

  /** `HH:MM` in the cohort's time zone. */
  @Column({ type: 'text', nullable: true }) dueTime: string | null;
  @Column({ type: 'text' }) status: MilestoneStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
}
