import { handOverWork } from '#contexts/handover/handover.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const handoverSamples: Sample[] = [
  sample(
    handOverWork,
    async (school) => {
      const enrollmentId = await school.enrollment();
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      await school.intervention(enrollmentId, { owner_account_id: coach.accountId });
      return { params: [coach.memberId], body: { toMemberId: (await school.person()).memberId } };
    },
    { also: { 'responsibility.ended': 1, 'responsibility.assigned': 1, 'intervention.updated': 1 } },
  ),
];
