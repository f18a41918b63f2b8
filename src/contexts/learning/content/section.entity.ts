import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const SECTION_STATUSES = ['active', 'archived'] as const;
export type SectionStatus = (typeof SECTION_STATUSES)[number];

export const SECTION = lifecycle<SectionStatus>('section', { active: ['archived'], archived: [] });

export const AVAILABILITY_KINDS = ['always', 'at', 'after_start', 'after_enrollment'] as const;
export type AvailabilityKind = (typeof AVAILABILITY_KINDS)[number];

/** A part of a course, whose lessons open together. */
@Entity({ name: 'course_sections' })
export class SectionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) courseId: string;
  @RedactedColumn({ type: 'text' }) title: string;

  /** Among the course's sections that are not archived, from 1. */
  @Column({ type: 'integer' }) position: number;
  @Column({ type: 'text' }) availabilityKind: AvailabilityKind;
  @Column({ type: 'timestamptz', nullable: true }) availableAt: Date | null;
  @Column({ type: 'integer', nullable: true }) availableDays: number | null;
  @Column({ type: 'text' }) status: SectionStatus;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
}
