import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

@Entity({ name: 'path_courses' })
export class PathCourseEntity extends TenantEntity {
  @Column({ type: 'uuid' }) pathId: string;
  @Column({ type: 'uuid' }) courseId: string;

  /** As it was given. Archived courses keep theirs. */
  @Column({ type: 'integer' }) position: number;
}
