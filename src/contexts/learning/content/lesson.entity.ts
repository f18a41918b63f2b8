import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const LESSON_KINDS = ['text', 'video', 'file', 'link'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

export const LESSON_COMPLETIONS = ['self', 'staff'] as const;
export type LessonCompletionRule = (typeof LESSON_COMPLETIONS)[number];

export const LESSON_STATUSES = ['draft', 'published', 'archived'] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

/** Archived for good: completions stay as facts. */
export const LESSON = lifecycle<LessonStatus>('lesson', {
  draft: ['published', 'archived'],
  published: ['archived'],
  archived: [],
});

@Entity({ name: 'lessons' })
export class LessonEntity extends TenantEntity {
  @Column({ type: 'uuid' }) courseId: string;
  @Column({ type: 'uuid' }) sectionId: string;

  /** The lesson's number in its course, from 0. Unlike a position, it is never used again. */
  @Column({ type: 'integer' }) number: number;
  @RedactedColumn({ type: 'text' }) title: string;
  @Column({ type: 'text' }) kind: LessonKind;
  @RedactedColumn({ type: 'text', nullable: true }) body: string | null;
  @RedactedColumn({ type: 'text', nullable: true }) url: string | null;
  @Column({ type: 'boolean' }) required: boolean;

  /** Decides who may complete it: the person enrolled, or the staff only. */
  @Column({ type: 'text' }) completion: LessonCompletionRule;
  @Column({ type: 'integer', nullable: true }) estimatedMinutes: number | null;

  /** Among the section's lessons that are not archived, from 1. */
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text' }) status: LessonStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) publishedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
}
