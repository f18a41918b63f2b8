import {
  configureCohort,
  createCohort,
  moveCohortPhase,
  moveCohortStatus,
} from '#contexts/cohorts/cohort.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const cohortsSamples: Sample[] = [
  sample(createCohort, async (school) => ({
    params: [await school.program()],
    body: {
      name: 'Spring 2030',
      timezone: 'Europe/Paris',
      startDate: '2030-01-15',
      endDate: '2030-06-30',
      capacity: 20,
      phases: [
        { name: 'Foundations', position: 1 },
        { name: 'Practice', position: 2 },
      ],
    },
  })),
  sample(configureCohort, async (school) => ({
    params: [await school.cohort()],
    body: { name: 'Autumn cohort', capacity: 12, phases: [{ name: 'Foundations', position: 1 }] },
  })),
  sample(moveCohortStatus, async (school) => ({
    params: [await school.cohort({ status: 'draft' })],
    body: { status: 'open' },
  })),
  sample(moveCohortPhase, async (school) => {
    const cohortId = await school.cohort();
    return { params: [cohortId], body: { phaseId: await school.phase(cohortId, 1) } };
  }),
];
