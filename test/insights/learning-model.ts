import fc from 'fast-check';

/** Published lessons, each with whether it is required. */
export type Lessons = boolean[];

export interface Learned {
  /** Places of completed lessons. */
  completed: number[];
  entries: { kind: string; value: number; measuredAt: number; isVoid: boolean }[];
}

const SEATED = ['pending', 'active', 'paused', 'completed'];

export const lessons: fc.Arbitrary<Lessons> = fc.array(fc.boolean(), { maxLength: 5 });

export function learned(hour: fc.Arbitrary<number>): fc.Arbitrary<Learned> {
  const entry = fc.record({
    kind: fc.constantFrom('baseline', 'reading', 'reading', 'target'),
    value: fc.integer({ min: 0, max: 10 }),
    // Few hours, so that some entries are of the same one.
    measuredAt: hour.map((one) => one - (one % 400)),
    isVoid: fc.boolean(),
  });
  return fc.record({
    completed: fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 5 }),
    entries: fc.array(entry, { maxLength: 5 }),
  });
}

const missing = (reason: string) => ({ measured: false, reason });

export function progressOf(members: readonly { status: string; learned: Learned }[], required: Lessons) {
  const seated = members.filter(({ status }) => SEATED.includes(status));
  const total = required.filter(Boolean).length;
  if (seated.length === 0) return missing('no_members');
  if (total === 0) return missing(required.length === 0 ? 'no_content' : 'no_required_lessons');
  const percents = seated
    .map(({ learned: { completed } }) => completed.filter((place) => required[place]).length)
    .map((count) => Math.floor((count / total) * 100 + 1e-9))
    .sort((a, b) => a - b);
  const { length } = percents;
  return {
    measured: true,
    median: (percents[Math.ceil(length / 2) - 1] + percents[Math.floor(length / 2)]) / 2,
    buckets: Array.from(
      { length: 10 },
      (_, place) =>
        percents.filter((one) => one >= 10 * place && (one < 10 * (place + 1) || (place === 9 && one === 100))).length,
    ),
  };
}

/** The mean of the changes from the baseline to the latest reading, of entries before an hour. */
export function meanChangeOf(members: readonly { learned: Learned }[], before: number) {
  const changes: number[] = [];
  let readings = 0;
  for (const { learned: own } of members) {
    // Entries are stored in this order, so that the last of the same hour counts.
    const last = (kind: string) =>
      own.entries
        .filter((entry) => entry.kind === kind && !entry.isVoid && entry.measuredAt < before)
        .reduce<number[]>(
          ([at, value], one) => (one.measuredAt >= at ? [one.measuredAt, one.value] : [at, value]),
          [-1],
        )
        .at(1);
    const [reading, baseline] = [last('reading'), last('baseline')];
    if (reading !== undefined) readings += 1;
    if (reading !== undefined && baseline !== undefined) changes.push(reading - baseline);
  }
  if (changes.length === 0) return missing(readings > 0 ? 'no_baseline' : 'no_reading');
  return { measured: true, value: changes.reduce((sum, one) => sum + one, 0) / changes.length, sample: changes.length };
}
