import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** When the required lessons of a course were all completed for the first time. It is never taken back. */
@Entity({ name: 'course_completions' })
export class CourseCompletionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) courseId: string;
  @Column({ type: 'timestamptz' }) completedAt: Date;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
