import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const PATH_STATUSES = ['draft', 'active', 'archived'] as const;
export type PathStatus = (typeof PATH_STATUSES)[number];

export const PATH = lifecycle<PathStatus>('path', {
  draft: ['active', 'archived'],
  active: ['archived'],
  archived: [],
});

@Entity({ name: 'paths' })
export class PathEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @RedactedColumn({ type: 'text' }) name: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) status: PathStatus;
  @Column({ type: 'boolean' }) sequential: boolean;

  /** Whether new enrollments in the program get it: at most one of the program's active paths. */
  @Column({ type: 'boolean' }) isDefault: boolean;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
