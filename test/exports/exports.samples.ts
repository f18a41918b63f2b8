import { createExportLink, requestExport } from '#contexts/exports/export.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const exportsSamples: Sample[] = [
  sample(requestExport, async (school) => ({
    body: { kind: 'enrollments', format: 'csv', cohortId: await school.cohort() },
  })),
  sample(createExportLink, async (school) => ({ params: [await school.export()], body: {} })),
];
