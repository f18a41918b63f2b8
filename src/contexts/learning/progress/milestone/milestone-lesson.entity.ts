import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A lesson that a milestone requires. */
@Entity({ name: 'milestone_lessons' })
export class MilestoneLessonEntity extends TenantEntity {
  @Column({ type: 'uuid' }) milestoneId: string;
  @Column({ type: 'uuid' }) lessonId: string;

  /** From 1, as it was sent. */
  @Column({ type: 'integer' }) position: number;
}
