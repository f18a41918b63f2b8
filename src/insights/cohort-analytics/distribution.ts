const BUCKETS = 10;

/** The median of at least one number; of an even number of them the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** How many percentages are in each tenth; 100 belongs to the last one. */
export function bucketsOf(percents: readonly number[]): number[] {
  const buckets = new Array<number>(BUCKETS).fill(0);
  for (const percent of percents) buckets[Math.min(Math.floor(percent / BUCKETS), BUCKETS - 1)] += 1;
  return buckets;
}
