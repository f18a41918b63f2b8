import {
  activateEnrollment,
  bulkEnroll,
  bulkMoveEnrollments,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  resumeEnrollment,
} from '#contexts/enrollments/enrollment.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const enrollmentsSamples: Sample[] = [
  sample(enroll, async (school) => ({
    params: [await school.cohort({ capacity: 20 })],
    body: { memberId: (await school.person()).memberId, status: 'active' },
  })),
  sample(activateEnrollment, async (school) => ({
    params: [await school.enrollment({ status: 'pending' })],
    body: {},
  })),
  sample(pauseEnrollment, async (school) => ({
    params: [await school.enrollment()],
    body: { reason: 'Parental leave' },
  })),
  sample(
    resumeEnrollment,
    async (school) => {
      const enrollmentId = await school.enrollment({ status: 'paused' });
      await school.insert('enrollment_status_changes', {
        enrollment_id: enrollmentId,
        position: 1,
        from_status: 'active',
        to_status: 'paused',
        changed_at: new Date(school.app.now().getTime() - 5 * 86_400_000),
      });
      await school.task({ enrollment_id: enrollmentId, due_at: school.app.now() });
      return { params: [enrollmentId], body: { shiftDeadlines: true } };
    },
    { also: { 'enrollment.deadline_extended': 1 } },
  ),
  sample(closeEnrollment, async (school) => ({
    params: [await school.enrollment()],
    body: { result: 'completed', reason: 'Every milestone reached' },
  })),
  sample(
    bulkEnroll,
    async (school) => ({
      params: [await school.cohort({ capacity: 20 })],
      body: {
        status: 'active',
        items: [{ memberId: (await school.person()).memberId }, { memberId: (await school.person()).memberId }],
      },
    }),
    { also: { 'enrollment.created': 2 } },
  ),
  sample(
    bulkMoveEnrollments,
    async (school) => {
      const cohortId = await school.cohort();
      const ids = [await school.enrollment({ cohort_id: cohortId }), await school.enrollment({ cohort_id: cohortId })];
      return {
        params: [cohortId],
        body: { move: 'close', result: 'completed', items: ids.map((enrollmentId) => ({ enrollmentId })) },
      };
    },
    { also: { 'enrollment.closed': 2 } },
  ),
];
