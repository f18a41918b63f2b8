import {
  activateEnrollment,
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
  sample(resumeEnrollment, async (school) => ({ params: [await school.enrollment({ status: 'paused' })], body: {} })),
  sample(closeEnrollment, async (school) => ({
    params: [await school.enrollment()],
    body: { result: 'completed', reason: 'Every milestone reached' },
  })),
];
