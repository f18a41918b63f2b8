import { Flag, Instant, Nested, NestedList, OneOf, PositiveInteger, Text, Uuid, WebAddress } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { LESSON_COMPLETIONS, LESSON_KINDS } from '../content/lesson.entity.js';
import { LessonMedia } from '../content/lesson.dto.js';
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

export class MyCourseLesson {
  @Uuid({ description: 'Lesson identifier' }) id: string;
  @Text({ description: 'Title', example: 'Asking before telling' }) title: string;
  @OneOf(LESSON_KINDS, { description: 'Kind' }) kind: string;
  @PositiveInteger({ nullable: true, description: 'Minutes that it takes', example: 12 })
  estimatedMinutes: number | null;

  @Instant({ nullable: true, description: 'Completion, UTC' }) completedAt: string | null;
  @Nested(() => ProgressLock, LOCKED) locked: ProgressLock | null;
}

export class MyCourseSection {
  @Uuid({ description: 'Section identifier' }) id: string;
  @Text({ description: 'Title', example: 'Week one' }) title: string;
  @NestedList(() => MyCourseLesson, { description: 'Published ones, by position' }) lessons: MyCourseLesson[];
}

/** A course of a plan, as the enrolled person sees it. */
export class MyCourse {
  @Uuid({ description: 'Course identifier' }) id: string;
  @Text({ description: 'Title', example: 'Giving feedback' }) title: string;
  @Text({ nullable: true, description: 'Markdown' }) description: string | null;
  @PositiveInteger({ description: 'Position in the plan', example: 1 }) position: number;
  @NestedList(() => MyCourseSection, { description: 'Those with published lessons, by position' })
  sections: MyCourseSection[];
}

export class LearnerLessonMedia extends LessonMedia {
  @Text({ description: 'MIME type', example: 'video/mp4' }) mimeType: string;
  @WebAddress({ description: 'URL of the media' }) url: string;
}

/** A lesson as the enrolled person sees it. While it is locked, nothing tells what it teaches or where that is. */
export class LearnerLesson {
  @Uuid({ description: 'Lesson identifier' }) id: string;
  @Uuid({ description: 'Course' }) courseId: string;
  @Uuid({ description: 'Section' }) sectionId: string;
  @Text({ description: 'Title', example: 'Asking before telling' }) title: string;
  @OneOf(LESSON_KINDS, { description: 'Kind' }) kind: string;
  @Text({ nullable: true, description: 'Markdown; null while locked' }) body: string | null;

  @WebAddress({ nullable: true, description: 'Of a link lesson; null while locked', example: null })
  url: string | null;

  @NestedList(() => LearnerLessonMedia, { nullable: true, description: 'By position; null while locked' })
  media: LearnerLessonMedia[] | null;

  @Flag({ description: 'Whether progress counts it' }) required: boolean;
  @OneOf(LESSON_COMPLETIONS, { description: 'Who completes it: the person enrolled or the staff' }) completion: string;
  @PositiveInteger({ nullable: true, description: 'Minutes that it takes', example: 12 })
  estimatedMinutes: number | null;

  @Instant({ nullable: true, description: 'Completion, UTC' }) completedAt: string | null;
  @Nested(() => ProgressLock, LOCKED) locked: ProgressLock | null;
}
