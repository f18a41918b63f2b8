import { handOverWork } from '#contexts/handover/handover.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const handoverSamples: Sample[] = [
  sample(
    handOverWork,
    async (school) => {
      const enrollmentId = await school.enrollment();
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      await school.intervention(enrollmentId, { owner_account_id: coach.accountId });
      await school.assign(coach.memberId, { role: 'closer' });
      await school.prospect({ closer_member_id: coach.memberId });
      return { params: [coach.memberId], body: { toMemberId: (await school.person()).memberId } };
    },
    {
      also: {
        'responsibility.ended': 2,
        'responsibility.assigned': 2,
        'intervention.updated': 1,
        'prospect.assigned': 1,
      },
    },
  ),
];
