import { randomUUID } from 'node:crypto';
import { setCloserAvailability } from '#contexts/selling/closer/closer.operations.js';
import {
  assignProspect,
  closeProspect,
  createProspect,
  eraseProspect,
  updateProspect,
} from '#contexts/selling/prospect/prospect.operations.js';
import type { School } from '../support/school.js';
import { sample, type Sample } from '../conformance/sample.js';

const closer = async (school: School): Promise<string> => (await school.person('MEMBER', { role: 'closer' })).memberId;
/** Who may sell it, an open prospect of theirs. */
const ofCloser = async (school: School): Promise<string> =>
  school.prospect({ closer_member_id: await closer(school), program_id: await school.program() });

export const prospectSamples: Sample[] = [
  sample(setCloserAvailability, async (school) => ({
    params: [await closer(school)],
    body: {
      ...{ receiving: false, share: 3, maxOpen: 20, bufferMinutes: 10, minNoticeHours: 4 },
      joinUrl: 'https://meet.example.com/closer',
    },
  })),
  sample(
    createProspect,
    async (school) => ({
      body: {
        ...{ name: 'Alan Turing', email: `${randomUUID()}@example.com`, phone: '+33 1 23 45', source: 'Webinar' },
        ...{ programId: await school.program(), assignTo: await closer(school) },
      },
    }),
    { facts: { 'prospect.assigned': 1 } },
  ),
  sample(updateProspect, async (school) => ({
    params: [await ofCloser(school)],
    body: {
      ...{ name: 'Alan M. Turing', email: `${randomUUID()}@example.com`, phone: '+33 1 23 46', source: 'Fair' },
      programId: await school.program(),
    },
  })),
  sample(assignProspect, async (school) => ({
    params: [await ofCloser(school)],
    body: { assignTo: await closer(school) },
  })),
  sample(closeProspect, async (school) => ({ params: [await ofCloser(school)], body: { reason: 'timing' } })),
  sample(eraseProspect, async (school) => ({
    params: [await ofCloser(school)],
    body: { reason: 'Asked for by mail' },
  })),
];
