import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const GROUP_TYPES = ['level', 'specialty', 'accountability'] as const;
export const GROUP_SCOPES = ['organization', 'program', 'cohort'] as const;
export const GROUP_LIFECYCLES = ['active', 'archived'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];
export type GroupScope = (typeof GROUP_SCOPES)[number];
export type GroupLifecycle = (typeof GROUP_LIFECYCLES)[number];

export const GROUP = lifecycle<GroupLifecycle>('group', { active: ['archived'], archived: [] });

@Entity({ name: 'groups' })
export class GroupEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) type: GroupType;
  @Column({ type: 'text' }) scope: GroupScope;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'timestamptz', nullable: true }) startsAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endsAt: Date | null;

  /** Maximum number of open memberships; null means unlimited. */
  @Column({ type: 'integer', nullable: true }) capacity: number | null;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** startsAt and endsAt have no effect on it. */
export function lifecycleOf(group: Pick<GroupEntity, 'archivedAt'>): GroupLifecycle {
  return group.archivedAt === null ? 'active' : 'archived';
}
