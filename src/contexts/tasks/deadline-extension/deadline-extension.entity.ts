import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

export const EXTENSION_SCOPES = ['tasks', 'all'] as const;
export type ExtensionScope = (typeof EXTENSION_SCOPES)[number];

/** Extra time on tasks of one enrollment, for a reason. Never updated. */
@Entity({ name: 'deadline_extensions' })
export class DeadlineExtensionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'text' }) scope: ExtensionScope;

  /** Calendar days; null where a new deadline was named. */
  @Column({ type: 'integer', nullable: true }) days: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'uuid' }) grantedBy: string;
  @Column({ type: 'timestamptz' }) grantedAt: Date;
}

/** A task whose deadline an extension moved. */
@Entity({ name: 'deadline_extension_tasks' })
export class DeadlineExtensionTaskEntity extends TenantEntity {
  @Column({ type: 'uuid' }) deadlineExtensionId: string;
  @Column({ type: 'uuid' }) memberTaskId: string;

  /** The task's title at the time of the grant: the task may move to another enrollment and change there. */
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'timestamptz' }) fromDueAt: Date;
  @Column({ type: 'timestamptz' }) toDueAt: Date;

  /** Whether the published task was overdue afterwards. */
  @Column({ type: 'boolean' }) overdue: boolean;
}
