import { aligned, decimalOf } from '#kernel/fields';

/** How often a value was answered. */
export interface ValueCount {
  value: number;
  count: number;
}

/** Figures of the values, in ascending order; undefined of none. Sums are exact: 0.1 + 0.2 is 0.3. */
export function figuresOf(counts: readonly ValueCount[]): { mean: number; median: number; sample: number } | undefined {
  const sample = counts.reduce((sum, { count }) => sum + count, 0);
  if (sample === 0) return undefined;
  const places = Math.max(...counts.map(({ value }) => decimalOf(value).places));
  const scale = { units: 0n, places };
  const total = counts.reduce((sum, { value, count }) => sum + aligned(decimalOf(value), scale)[0] * BigInt(count), 0n);
  const middle = [valueAt(counts, Math.floor((sample - 1) / 2)), valueAt(counts, Math.floor(sample / 2))];
  const [low, high] = middle.map((value) => aligned(decimalOf(value), scale)[0]);
  return { mean: shareOf(total, places, sample), median: shareOf(low + high, places, 2), sample };
}

/** The value at a place of all answers in order. */
function valueAt(counts: readonly ValueCount[], place: number): number {
  let before = 0;
  for (const { value, count } of counts) if ((before += count) > place) return value;
  throw new Error('there are fewer answers');
}

function shareOf(units: bigint, places: number, of: number): number {
  return Number(units) / 10 ** places / of;
}
