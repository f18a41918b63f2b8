import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A lesson that a person has completed in an enrollment. */
@Entity({ name: 'lesson_completions' })
export class LessonCompletionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) courseId: string;
  @Column({ type: 'uuid' }) lessonId: string;
  @Column({ type: 'timestamptz' }) completedAt: Date;

  /** The account that said so. */
  @Column({ type: 'uuid' }) completedBy: string;

  /** Whether that was the person enrolled. */
  @Column({ type: 'boolean' }) byMember: boolean;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
