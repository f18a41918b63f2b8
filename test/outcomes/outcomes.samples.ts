import { recordOutcome, voidOutcomeEntry } from '#contexts/outcomes/outcome-entry/outcome-entry.operations.js';
import {
  createOutcomeMeasure,
  updateOutcomeMeasure,
} from '#contexts/outcomes/outcome-measure/outcome-measure.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

/** An enrollment and an outcome measure of its program. */
async function measured(school: School) {
  const program_id = await school.program();
  const enrollment = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
  return { enrollment, measure: await school.outcomeMeasure({ program_id }) };
}

export const outcomesSamples: Sample[] = [
  sample(createOutcomeMeasure, async (school) => {
    const range = { min: 0, max: 10.5, decimals: 1 };
    const body = { key: 'confidence', name: 'Confidence', unit: 'points', direction: 'increase', selfReport: true };
    return { params: [await school.program()], body: { ...body, ...range } };
  }),
  sample(updateOutcomeMeasure, async (school) => ({
    params: [await school.outcomeMeasure()],
    body: { name: 'Confidence in talks', unit: null, selfReport: true, status: 'archived' },
  })),
  sample(recordOutcome, async (school) => {
    const { enrollment, measure } = await measured(school);
    const body = { outcomeMeasureId: measure, kind: 'baseline', value: 4, note: 'Asked on the phone.' };
    return { params: [enrollment], body };
  }),
  sample(voidOutcomeEntry, async (school) => {
    const { enrollment, measure } = await measured(school);
    return {
      params: [await school.outcomeEntry(enrollment, measure)],
      body: { reason: 'Entered for another person.' },
    };
  }),
];
