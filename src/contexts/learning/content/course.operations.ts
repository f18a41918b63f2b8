import { COURSE } from './course.entity.js';
import { refusal, refusedIn } from '#kernel/errors';
import { anyProgram, ownProgram } from '#contexts/programs/programs.public.js';
import { anyStaff, programContentStaff } from '#kernel/access';
import { PositiveInteger, Text, Uuid } from '#kernel/fields';
import { declareWrite, existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { learningTables } from '../learning.tables.js';
import { ownCourse } from '../program-content.policy.js';
import {
  ArrangeCourseRequest,
  Course,
  CourseOutline,
  CourseQuery,
  CreateCourseRequest,
  MAX_COURSES,
  UpdateCourseRequest,
} from './course.dto.js';

export const courseLimit = refusal(
  'course_limit',
  `A program has at most ${MAX_COURSES} courses that are not archived.`,
);

export class CourseReference {
  @Uuid() courseId: string;
  @Uuid() programId: string;
}

class CourseCreated extends CourseReference {
  @Text() title: string;
  @PositiveInteger() position: number;
}

class CourseUpdated extends withFields(CourseReference) {}

export const anyCourse = existing('course', learningTables, 'courses');

const courses = resource({
  noun: 'course',
  path: '/courses/:courseId',
  response: Course,
  target: ownCourse,
  read: anyStaff,
  write: programContentStaff,
});

export const createCourse = courses.create({
  path: '/programs/:programId/courses',
  parent: ownProgram,
  summary: 'Create a course of a program',
  description: `The course is a draft, and the last of the program. A program has at most ${MAX_COURSES} courses that are not archived.`,
  body: CreateCourseRequest,
  event: declareEvent('course.created', 'A course was created, as a draft.', CourseCreated),
  refusals: { 404: anyProgram.notFound },
  reasons: [...refusedIn('program', ['archived']), courseLimit],
});

export const listCourses = courses.list({
  description: 'By program, then by position.',
  query: CourseQuery,
  mayLag: true,
});

export const getCourse = courses.get({
  summary: 'Retrieve a course with its sections and lessons',
  description: 'By position. Archived sections and lessons are left out.',
  target: anyCourse,
  response: CourseOutline,
});

export const updateCourse = courses.patch({
  description: 'Omitted fields are left unchanged; a null description clears it.',
  body: UpdateCourseRequest,
  event: declareEvent('course.updated', 'A course was updated.', CourseUpdated),
  reasons: COURSE.refusalsUnless('draft', 'published'),
});

export const publishCourse = courses.command('publish', {
  leadsTo: 'published',
  description: 'The course and its published lessons become part of the plan of every enrollment in the program.',
  event: declareEvent('course.published', 'A course was published.', CourseReference),
  reasons: COURSE.refusalsOfMove('published'),
});

export const archiveCourse = courses.command('archive', {
  leadsTo: 'archived',
  description: 'Completed lessons stay completed; the course leaves every plan.',
  event: declareEvent('course.archived', 'A course was archived.', CourseReference),
  reasons: COURSE.refusalsOfMove('archived'),
});

export const unarchiveCourse = courses.command('unarchive', {
  leadsTo: 'draft',
  description: 'The course becomes a draft again, the last of the program: undoing an archival publishes nothing.',
  event: declareEvent('course.unarchived', 'An archived course became a draft again.', CourseReference),
  reasons: [...COURSE.refusalsOfMove('draft'), courseLimit],
});

export const courseArranged = declareEvent(
  'course.arranged',
  'The sections and lessons of a course were arranged.',
  CourseReference,
);

export const arrangeCourse = declareWrite({
  name: 'arrange_course',
  method: 'PUT',
  path: '/courses/:courseId/outline',
  tag: 'Courses',
  summary: 'Arrange the sections and lessons of a course',
  description:
    'Names every section and every lesson that is not archived exactly once, in the wanted order. A lesson may change to ' +
    'another section.',
  access: programContentStaff,
  target: ownCourse,
  targetType: 'course',
  event: courseArranged,
  body: ArrangeCourseRequest,
  response: CourseOutline,
  refusals: { 400: 'A section or lesson is named twice, or is not of the course.' },
  reasons: [
    ...COURSE.refusalsUnless('draft', 'published'),
    ...['section', 'lesson'].flatMap((one) => refusedIn(one, ['missing', 'archived'])),
  ],
});
