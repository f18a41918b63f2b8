import { Column, Entity } from 'typeorm';
import type { Transitions } from '#kernel/operations';
import { Redacted, TenantEntity } from '#kernel/persistence';

export const PATH_STATUSES = ['draft', 'active', 'archived'] as const;
export type PathStatus = (typeof PATH_STATUSES)[number];

export const PATH_MOVES: Transitions<PathStatus> = {
  draft: ['active', 'archived'],
  active: ['archived'],
  archived: [],
};

@Entity({ name: 'paths' })
export class PathEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;

  @Redacted()
  @Column({ type: 'text' })
  name: string;

  @Redacted()
  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text' }) status: PathStatus;
  @Column({ type: 'boolean' }) sequential: boolean;

  /** Whether new enrollments in the program get it: at most one of the program's active paths. */
  @Column({ type: 'boolean' }) isDefault: boolean;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
