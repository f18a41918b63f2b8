import { transferEnrollment } from '#contexts/transfers/transfer.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import { classroom } from './classroom.js';

export const transfersSamples: Sample[] = [
  sample(
    transferEnrollment,
    async (school) => {
      const { enrollmentId, to } = await classroom(school);
      const body = { toCohortId: to, reason: 'Moved to another town', deadlines: 'shift', shiftDays: 7 };
      return { params: [enrollmentId], body: { ...body, keepCoaches: true, giveCohortTasks: true } };
    },
    {
      also: {
        'enrollment.created': 1,
        'group_membership.ended': 4,
        'group_membership.started': 1,
        'responsibility.ended': 1,
        'responsibility.assigned': 1,
      },
    },
  ),
];
