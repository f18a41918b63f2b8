import { sales as t } from '../../strings/sales.js';

/** The values of a choice of the API with their words. */
function optionsOf<Value extends string>(words: Record<Value, string>) {
  return Object.entries<string>(words).map(([value, label]) => ({ value: value as Value, label }));
}

export const METHODS = (['transfer', 'cash', 'other'] as const).map((value) => ({
  value,
  label: t.methods[value] ?? value,
}));
export const ENROLLMENTS = optionsOf(t.enrollmentChoices);
export const CLAIMS = optionsOf(t.claimChoices);
export const OUTSTANDING = optionsOf(t.outstandingChoices);
export const WHO = optionsOf(t.whos);
export const SAME = optionsOf(t.sameWhos);
