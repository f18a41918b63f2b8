import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  Nested,
  NestedObject,
  OneOf,
  PatchOf,
  PositiveInteger,
  Text,
  Title,
  toResource,
  Uuid,
  variantIssues,
} from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import {
  AVAILABILITY_EXAMPLE,
  SectionAvailability,
  toAvailability,
  type AvailabilityRequest,
} from './section-availability.js';
import { SECTION_STATUSES, type SectionEntity } from './section.entity.js';

export class CreateSectionRequest implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Title', example: 'Week one' }) title: string;

  @NestedObject(() => SectionAvailability, {
    optional: true,
    description: 'When its lessons open; by default always',
    example: AVAILABILITY_EXAMPLE,
  })
  availability?: AvailabilityRequest;

  crossIssues(): FieldIssue[] {
    return this.availability ? variantIssues(this.availability, 'availability') : [];
  }
}

export class UpdateSectionRequest extends PatchOf(CreateSectionRequest) {}

export class CourseSection {
  @Uuid({ description: 'Section identifier' }) id: string;
  @Uuid({ description: 'Course' }) courseId: string;
  @Text({ description: 'Title', example: 'Week one' }) title: string;
  @PositiveInteger({ description: 'Among the sections of the course that are not archived' }) position: number;
  @Nested(() => SectionAvailability, { description: 'When its lessons open', example: AVAILABILITY_EXAMPLE })
  availability: SectionAvailability;
  @OneOf(SECTION_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
  @Instant({ nullable: true, description: 'Archival, UTC' }) archivedAt: string | null;
}

export function toCourseSection(row: NewRow<SectionEntity>): CourseSection {
  return toResource(CourseSection, { ...row, availability: toAvailability(row) });
}
