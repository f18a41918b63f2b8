import {
  archiveCourse,
  arrangeCourse,
  createCourse,
  publishCourse,
  unarchiveCourse,
  updateCourse,
} from '#contexts/learning/content/course.operations.js';
import {
  archiveLesson,
  createLesson,
  publishLesson,
  updateLesson,
} from '#contexts/learning/content/lesson.operations.js';
import {
  activatePath,
  archivePath,
  assignPath,
  createPath,
  updatePath,
} from '#contexts/learning/paths/path.operations.js';
import { completeLesson, uncompleteLesson } from '#contexts/learning/progress/progress.operations.js';
import { archiveSection, createSection, updateSection } from '#contexts/learning/content/section.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

/** An enrollment whose plan has a lesson. */
async function enrolledWithLesson(school: School): Promise<{ enrollment: string; course: string; lesson: string }> {
  const program_id = await school.program();
  const enrollment = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
  const course = await school.course({ program_id, status: 'published' });
  const lesson = await school.lesson({ course_id: course, status: 'published' });
  // Another one, so that the course is not completed.
  await school.lesson({ course_id: course, status: 'published', position: 2 });
  return { enrollment, course, lesson };
}

export const learningSamples: Sample[] = [
  sample(createCourse, async (school) => ({
    params: [await school.program()],
    body: { title: 'Giving feedback', description: 'How to say what helps.' },
  })),
  sample(updateCourse, async (school) => {
    const program_id = await school.program();
    await school.course({ program_id, position: 2 });
    return { params: [await school.course({ program_id })], body: { title: 'Taking feedback', position: 2 } };
  }),
  sample(publishCourse, async (school) => ({ params: [await school.course()], body: {} })),
  sample(archiveCourse, async (school) => ({ params: [await school.course()], body: {} })),
  sample(unarchiveCourse, async (school) => ({
    params: [await school.course({ status: 'archived', archived_at: school.app.now() })],
    body: {},
  })),
  sample(arrangeCourse, async (school) => {
    const course_id = await school.course();
    const [first, second] = [
      await school.courseSection({ course_id }),
      await school.courseSection({ course_id, position: 2 }),
    ];
    const lesson = await school.lesson({ course_id, section_id: first });
    return {
      params: [course_id],
      body: {
        sections: [
          { id: second, lessonIds: [lesson] },
          { id: first, lessonIds: [] },
        ],
      },
    };
  }),
  sample(createSection, async (school) => ({
    params: [await school.course()],
    body: { title: 'Week two', availability: { kind: 'after_start', days: 7 } },
  })),
  sample(updateSection, async (school) => ({
    params: [await school.courseSection()],
    body: { title: 'The first week', availability: { kind: 'at', at: '2030-03-01T09:00:00Z' } },
  })),
  sample(
    archiveSection,
    async (school) => {
      const course_id = await school.course();
      const section_id = await school.courseSection({ course_id });
      await school.lesson({ course_id, section_id });
      await school.lesson({ course_id, section_id, position: 2, status: 'published' });
      return { params: [section_id], body: {} };
    },
    { also: { 'lesson.archived': 2 } },
  ),
  sample(createLesson, async (school) => ({
    params: [await school.courseSection()],
    body: {
      title: 'Watch a talk',
      kind: 'video',
      media: [{ mediaId: await school.media('video'), title: 'The talk' }],
      estimatedMinutes: 12,
    },
  })),
  sample(updateLesson, async (school) => ({
    params: [await school.lesson()],
    body: { title: 'Asking first', body: 'Ask, and wait.', required: false },
  })),
  sample(publishLesson, async (school) => ({ params: [await school.lesson()], body: {} })),
  sample(completeLesson, async (school) => {
    const { enrollment, lesson } = await enrolledWithLesson(school);
    return { params: [enrollment], body: { lessonId: lesson } };
  }),
  sample(uncompleteLesson, async (school) => {
    const { enrollment, course, lesson } = await enrolledWithLesson(school);
    await school.lessonCompletion(enrollment, course, lesson);
    return { params: [enrollment], body: { lessonId: lesson, reason: 'Was not watched to the end.' } };
  }),
  sample(createPath, async (school) => {
    const program_id = await school.program();
    const courseIds = [await school.course({ program_id }), await school.course({ program_id, position: 2 })];
    return {
      params: [program_id],
      body: { name: 'For new managers', description: 'The first months.', courseIds, sequential: true },
    };
  }),
  sample(
    updatePath,
    async (school) => {
      const program_id = await school.program();
      await school.path([], { program_id, status: 'active', is_default: true });
      return {
        params: [await school.path([], { program_id, status: 'active' })],
        body: { name: 'For managers', courseIds: [await school.course({ program_id })], isDefault: true },
      };
    },
    { also: { 'path.updated': 1 } },
  ),
  sample(activatePath, async (school) => ({ params: [await school.path()], body: {} })),
  sample(archivePath, async (school) => ({ params: [await school.path([], { status: 'active' })], body: {} })),
  sample(assignPath, async (school) => {
    const program_id = await school.program();
    const enrollment = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
    await school.enrollmentPath(enrollment, await school.path([], { program_id, status: 'active' }));
    const pathId = await school.path([], { program_id, status: 'active' });
    return { params: [enrollment], body: { pathId, reason: 'Leads a team now.' } };
  }),
  sample(archiveLesson, async (school) => ({ params: [await school.lesson({ status: 'published' })], body: {} })),
];
