import {
  commitPeopleImport,
  createPeopleImport,
  discardPeopleImport,
} from '#contexts/people-import/people-import.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const peopleImportSamples: Sample[] = [
  sample(createPeopleImport, async (school) => ({
    body: {
      label: 'Spring cohort',
      rows: [{ email: 'ada@example.com', name: 'Ada Lovelace', externalId: 'S-1815' }],
      cohortId: await school.cohort({ capacity: 20 }),
    },
  })),
  sample(
    commitPeopleImport,
    async (school) => ({
      params: [
        await school.peopleImport([
          { cohort_id: await school.cohort(), coach_email: `${school.owner.accountId}@example.com` },
          {},
        ]),
      ],
      body: {},
    }),
    { also: { 'member.added': 2, 'enrollment.created': 1, 'responsibility.assigned': 1 } },
  ),
  sample(discardPeopleImport, async (school) => ({ params: [await school.peopleImport()], body: {} })),
];
