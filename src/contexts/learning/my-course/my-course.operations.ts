import { everyMember } from '#kernel/access';
import { declareList, declareRead } from '#kernel/operations';
import { MAX_LESSONS } from '../content/course.dto.js';
import { LearnerLesson, MyCourse, MyCoursesQuery, MyLessonQuery } from './my-course.dto.js';
import { lessonOfPerson } from './my-course.policy.js';

export const listMyCourses = declareList({
  name: 'list_my_courses',
  path: '/me/courses',
  tag: 'Me',
  summary: "List the courses of one's own plan",
  description:
    'The published courses that an enrollment is to work through, by position, with their published lessons. An enrollment ' +
    'that was withdrawn or failed has none. A locked lesson tells why, and when it opens. A page may have fewer courses than ' +
    `its limit: it ends before its lessons exceed ${MAX_LESSONS}.`,
  access: everyMember,
  query: MyCoursesQuery,
  item: MyCourse,
  mayLag: true,
  refusals: {
    400: 'enrollmentId is missing or invalid, or limit or cursor is invalid.',
    404: "The enrollment is not one of the caller's own.",
  },
});

export const readMyLesson = declareRead({
  name: 'read_my_lesson',
  path: '/me/lessons/:lessonId',
  tag: 'Me',
  summary: "Read a lesson of one's own plan",
  description: 'While the lesson is locked, `locked` tells why and when it opens; body, url and media are null.',
  access: everyMember,
  target: lessonOfPerson,
  query: MyLessonQuery,
  response: LearnerLesson,
  refusals: { 400: 'enrollmentId is missing or invalid.' },
});
