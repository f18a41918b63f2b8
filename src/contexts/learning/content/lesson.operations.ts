import { refusal } from '#kernel/errors';
import { anyStaff, programContentStaff } from '#kernel/access';
import { Flag, OneOf, PositiveInteger, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { COURSE } from './course.entity.js';
import { SECTION } from './section.entity.js';
import { MAX_LESSONS } from './course.dto.js';
import { learningTables } from '../learning.tables.js';
import { ownLesson, ownSection } from '../program-content.policy.js';
import { CreateLessonRequest, Lesson, UpdateLessonRequest } from './lesson.dto.js';
import { LESSON_KINDS, type LessonKind, LESSON } from './lesson.entity.js';

export const lessonLimit = refusal(
  'lesson_limit',
  `A course has at most ${MAX_LESSONS} lessons that are not archived.`,
);
const courseArchived = COURSE.refusalsUnless('draft', 'published');

/** The part of every event of a lesson that describes it, as it is after the change. */
export class LessonReference {
  @Uuid() lessonId: string;
  @Uuid() courseId: string;
  @Uuid() courseSectionId: string;
  @OneOf(LESSON_KINDS) kind: LessonKind;
  @Flag({ description: 'Whether progress counts it' }) required: boolean;
}

class LessonCreated extends LessonReference {
  @Text() title: string;
  @PositiveInteger() position: number;
}

class LessonUpdated extends withFields(LessonReference) {}

const MEDIA_REFUSAL = 'A field is invalid or not for the kind, or media are unknown, of another kind or named twice.';

const lessons = resource({
  noun: 'lesson',
  path: '/lessons/:lessonId',
  response: Lesson,
  target: ownLesson,
  read: anyStaff,
  write: programContentStaff,
});

export const createLesson = lessons.create({
  path: '/sections/:sectionId/lessons',
  parent: ownSection,
  summary: 'Add a lesson to a section',
  description:
    'The lesson is a draft, and the last of the section. A text lesson needs a body, a video lesson 1 to 10 videos, a ' +
    `file lesson 1 to 10 media, a link lesson an address. A course has at most ${MAX_LESSONS} lessons that are not archived.`,
  body: CreateLessonRequest,
  event: declareEvent('lesson.created', 'A lesson was added to a course, as a draft.', LessonCreated),
  refusals: { 400: MEDIA_REFUSAL },
  reasons: [...SECTION.refusalsUnless('active'), ...courseArchived, lessonLimit],
});

export const getLesson = lessons.get({
  description: 'Whatever its availability to enrolled members.',
  target: existing('lesson', learningTables, 'lessons'),
});

export const updateLesson = lessons.patch({
  description: 'Omitted fields are left unchanged; a nullable field sent as null is cleared. The kind stays.',
  body: UpdateLessonRequest,
  event: declareEvent('lesson.updated', 'A lesson was updated.', LessonUpdated),
  refusals: { 400: MEDIA_REFUSAL },
  reasons: [...LESSON.refusalsUnless('draft', 'published'), ...courseArchived],
});

export const publishLesson = lessons.command('publish', {
  leadsTo: 'published',
  description:
    'Enrolled members see it where its course is published. It counts from now on; nothing that was reached is taken back.',
  event: declareEvent('lesson.published', 'A lesson was published.', LessonReference),
  reasons: [...LESSON.refusalsOfMove('published'), ...courseArchived],
});

export const archiveLesson = lessons.command('archive', {
  leadsTo: 'archived',
  description: 'For good. Completions stay, and the lesson no longer counts.',
  event: declareEvent('lesson.archived', 'A lesson was archived.', LessonReference),
  reasons: [...LESSON.refusalsOfMove('archived'), ...courseArchived],
});
