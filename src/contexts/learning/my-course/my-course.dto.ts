import {
  FieldsOf,
  Instant,
  Nested,
  NestedList,
  OneOf,
  PositiveInteger,
  ServiceAddress,
  Text,
  Uuid,
  WebAddress,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { Course } from '../content/course.dto.js';
import { Lesson, LessonMedia } from '../content/lesson.dto.js';
import { LESSON_COMPLETIONS } from '../content/lesson.entity.js';
import { CourseSection } from '../content/section.dto.js';
import { ProgressLock } from '../progress/progress.dto.js';

export class MyLessonQuery {
  @Uuid({ description: "An enrollment of the caller's own" }) enrollmentId: string;
}

export class MyCoursesQuery extends PageQuery {
  @Uuid({ description: "An enrollment of the caller's own" }) enrollmentId: string;
}

const LOCKED = {
  nullable: true,
  description: 'Null where one may open it; what was completed stays open',
  example: null,
};

export class LearnerLessonMedia extends LessonMedia {
  @Text({ description: 'MIME type', example: 'video/mp4' }) mimeType: string;
  @ServiceAddress() @WebAddress({ description: 'URL of the media' }) url: string;
}

/** A lesson as the enrolled person sees it. While it is locked, nothing tells what it teaches or where that is. */
export class LearnerLesson extends FieldsOf(
  Lesson,
  'id',
  'courseId',
  'sectionId',
  'title',
  'kind',
  'required',
  'estimatedMinutes',
) {
  @Text({ nullable: true, description: 'Markdown; null while locked' }) body: string | null;

  @WebAddress({ nullable: true, description: 'Of a link lesson; null while locked', example: null })
  url: string | null;

  @NestedList(() => LearnerLessonMedia, { nullable: true, description: 'By position; null while locked' })
  media: LearnerLessonMedia[] | null;

  @OneOf(LESSON_COMPLETIONS, { description: 'Who completes it: the person enrolled or the staff' }) completion: string;
  @Instant({ nullable: true, description: 'Completion, UTC' }) completedAt: string | null;
  @Nested(() => ProgressLock, LOCKED) locked: ProgressLock | null;
}

export class MyCourseLesson extends FieldsOf(
  LearnerLesson,
  'id',
  'title',
  'kind',
  'estimatedMinutes',
  'completedAt',
  'locked',
) {}

export class MyCourseSection extends FieldsOf(CourseSection, 'id', 'title') {
  @NestedList(() => MyCourseLesson, { description: 'Published ones, by position' }) lessons: MyCourseLesson[];
}

/** A course of a plan, as the enrolled person sees it. */
export class MyCourse extends FieldsOf(Course, 'id', 'title') {
  @Text({ nullable: true, description: 'Markdown' }) description: string | null;
  @PositiveInteger({ description: 'Position in the plan', example: 1 }) position: number;
  @NestedList(() => MyCourseSection, { description: 'Those with published lessons, by position' })
  sections: MyCourseSection[];
}
