import {
  FieldsOf,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  PositiveInteger,
  Text,
  Title,
  Uuid,
  UuidList,
  WholeNumber,
  Shown,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { Lesson } from './lesson.dto.js';
import { CourseSection } from './section.dto.js';
import { COURSE_STATUSES, type CourseStatus } from './course.entity.js';

/** Courses of a program that are not archived. */
export const MAX_COURSES = 50;
/** Sections and lessons of a course that are not archived. */
export const MAX_SECTIONS = 100;
export const MAX_LESSONS = 500;

export class CreateCourseRequest {
  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;
  @Text({ optional: true, nullable: true, max: 10_000, description: 'Description' }) description?: string | null;
}

export class UpdateCourseRequest extends PatchOf(CreateCourseRequest) {
  @PositiveInteger({
    optional: true,
    description: 'Among the courses of the program, from 1; the others make room. Beyond the last one: the last',
    example: 1,
  })
  position?: number;
}

export class CourseQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only courses of this program' }) programId?: string;
  @OneOf(COURSE_STATUSES, { optional: true, description: 'Only courses with this status' }) status?: CourseStatus;
}

/** The contents of a course, without archived sections and lessons. */
export class CourseCounts {
  @WholeNumber({ description: 'Sections', example: 4 }) sectionCount: number;
  @WholeNumber({ description: 'Lessons', example: 20 }) lessonCount: number;
  @WholeNumber({ description: 'Required lessons', example: 16 }) requiredLessonCount: number;
  @WholeNumber({ description: 'Minutes that the lessons take together, as far as estimated', example: 240 })
  estimatedMinutes: number;
}

export class Course extends CourseCounts {
  @Uuid({ description: 'Course identifier' }) id: string;
  @Uuid({ description: 'Program' }) programId: string;
  @Text({ description: 'Title', example: 'Giving feedback' }) title: string;
  @Shown(CreateCourseRequest, 'description') description: string | null;
  @PositiveInteger({ description: 'Among the courses of the program that are not archived' }) position: number;
  @OneOf(COURSE_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Uuid({ description: 'Creating account' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
  @Instant({ nullable: true, description: 'Publication, UTC' }) publishedAt: string | null;
  @Instant({ nullable: true, description: 'Archival, UTC' }) archivedAt: string | null;
}

export class OutlineLesson extends FieldsOf(Lesson, 'title', 'kind', 'required', 'status', 'estimatedMinutes') {
  @Uuid({ description: 'Lesson' }) id: string;
  @PositiveInteger({ description: 'Position in the section' }) position: number;
}

export class OutlineSection extends FieldsOf(CourseSection, 'title', 'availability') {
  @Uuid({ description: 'Section' }) id: string;
  @PositiveInteger({ description: 'Position in the course' }) position: number;
  @NestedList(() => OutlineLesson, { description: 'By position' }) lessons: OutlineLesson[];
}

export class CourseOutline extends Course {
  @NestedList(() => OutlineSection, { description: 'By position, archived ones left out' }) sections: OutlineSection[];
}

class ArrangedSection {
  @Uuid({ description: 'A section of the course' }) id: string;

  @UuidList({ maxItems: MAX_LESSONS, description: 'Its lessons from now on, in order' })
  lessonIds: string[];
}

export class ArrangeCourseRequest {
  @NestedList(() => ArrangedSection, {
    maxItems: MAX_SECTIONS,
    description: 'Every section of the course that is not archived, in order, with every such lesson once',
  })
  sections: ArrangedSection[];
}
