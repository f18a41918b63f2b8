import {
  archiveMilestone,
  createMilestone,
  reachMilestone,
  revokeMilestoneReach,
  updateMilestone,
} from '#contexts/learning/progress/milestone/milestone.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

/** An enrollment with a completed course and lesson. */
async function enrolledAndDone(school: School) {
  const program_id = await school.program();
  const enrollment = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
  const course = await school.course({ program_id, status: 'published' });
  const lesson = await school.lesson({ course_id: course, status: 'published' });
  await school.lessonCompletion(enrollment, course, lesson);
  await school.courseCompletion(enrollment, course);
  return { program_id, enrollment, course, lesson };
}

export const milestoneSamples: Sample[] = [
  sample(
    createMilestone,
    async (school) => {
      const { program_id, course } = await enrolledAndDone(school);
      const requirement = { kind: 'course', courseId: course };
      const due = { kind: 'after_start', days: 14 };
      return { params: [program_id], body: { title: 'First feedback given', position: 1, requirement, due } };
    },
    { facts: { 'milestone.reached': 1 } },
  ),
  sample(
    updateMilestone,
    async (school) => {
      const { program_id, lesson } = await enrolledAndDone(school);
      await school.milestone({ program_id, position: 2 });
      const requirement = { kind: 'lessons', lessonIds: [lesson] };
      const body = { title: 'Feedback given twice', position: 2, requirement, due: { kind: 'none' } };
      return { params: [await school.milestone({ program_id })], body };
    },
    { facts: { 'milestone.reached': 1 } },
  ),
  sample(archiveMilestone, async (school) => ({ params: [await school.milestone()], body: {} })),
  sample(reachMilestone, async (school) => {
    const { program_id, enrollment } = await enrolledAndDone(school);
    const milestoneId = await school.milestone({ program_id });
    return { params: [enrollment], body: { milestoneId, note: 'In the meeting on Tuesday.' } };
  }),
  sample(revokeMilestoneReach, async (school) => {
    const { program_id, enrollment } = await enrolledAndDone(school);
    const reach = await school.milestoneReach(enrollment, await school.milestone({ program_id }));
    return { params: [reach], body: { reason: 'Entered for another person.' } };
  }),
];
