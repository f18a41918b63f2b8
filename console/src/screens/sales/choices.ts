import { sales as t } from '../../strings/sales.js';

/** The values of choices of the API with their words. */
export const METHODS = (['transfer', 'cash', 'other'] as const).map((value) => ({
  value,
  label: t.methods[value] ?? value,
}));
export const ENROLLMENTS = (['keep', 'withdraw'] as const).map((value) => ({
  value,
  label: t.enrollmentChoices[value],
}));
export const CLAIMS = (['drop', 'keep'] as const).map((value) => ({ value, label: t.claimChoices[value] }));
export const OUTSTANDING = (['waive', 'keep'] as const).map((value) => ({
  value,
  label: t.outstandingChoices[value],
}));
export const SAME = (['same', 'other'] as const).map((value) => ({ value, label: t.sameWhos[value] }));
