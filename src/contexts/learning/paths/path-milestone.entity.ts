import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

@Entity({ name: 'path_milestones' })
export class PathMilestoneEntity extends TenantEntity {
  @Column({ type: 'uuid' }) pathId: string;
  @Column({ type: 'uuid' }) milestoneId: string;
  @Column({ type: 'integer' }) position: number;
}
