import { approveErasure, cancelErasure, requestErasure } from '#contexts/erasures/erasure.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const erasuresSamples: Sample[] = [
  sample(requestErasure, async (school) => ({
    params: [(await school.formerMember()).memberId],
    body: { reason: 'Asked for it by letter' },
  })),
  sample(approveErasure, async (school) => ({ params: [await school.erasure()], body: {} })),
  sample(cancelErasure, async (school) => ({ params: [await school.erasure()], body: {} })),
];
