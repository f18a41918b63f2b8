import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** Media of a lesson. */
@Entity({ name: 'lesson_media' })
export class LessonMediaEntity extends TenantEntity {
  @Column({ type: 'uuid' }) lessonId: string;
  @Column({ type: 'uuid' }) mediaId: string;

  /** Null: the title of the media is shown. */
  @Column({ type: 'text', nullable: true }) title: string | null;

  /** Position in the display order, from 1. */
  @Column({ type: 'integer' }) position: number;
}
