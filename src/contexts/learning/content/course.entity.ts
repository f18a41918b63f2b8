import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const COURSE_STATUSES = ['draft', 'published', 'archived'] as const;
export type CourseStatus = (typeof COURSE_STATUSES)[number];

/** Undoing an archival publishes nothing. */
export const COURSE = lifecycle<CourseStatus>('course', {
  draft: ['published', 'archived'],
  published: ['archived'],
  archived: ['draft'],
});

@Entity({ name: 'courses' })
export class CourseEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @RedactedColumn({ type: 'text' }) title: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;

  /** Among the program's courses that are not archived, from 1. */
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text' }) status: CourseStatus;

  /** Published lessons. The plans of enrollments count them; nothing but `ContentRepository.recount` changes them. */
  @Column({ type: 'integer' }) publishedCount: number;

  /** Published lessons that are required. */
  @Column({ type: 'integer' }) requiredCount: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) publishedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
}
