import {
  archiveProgram,
  createProgram,
  publishProgram,
  restoreProgram,
  updateProgram,
} from '#contexts/programs/program.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const programsSamples: Sample[] = [
  sample(createProgram, () =>
    Promise.resolve({ body: { name: 'Leadership Essentials', description: 'Six months of practice' } }),
  ),
  sample(updateProgram, async (school) => ({
    params: [await school.program()],
    body: { name: 'Leadership in Practice', description: null },
  })),
  sample(publishProgram, async (school) => ({ params: [await school.program('draft')], body: {} })),
  sample(archiveProgram, async (school) => ({
    params: [await school.program()],
    body: { reason: 'Replaced by a newer one' },
  })),
  sample(restoreProgram, async (school) => ({ params: [await school.program('archived')], body: {} })),
];
