import { number } from './words.js';

const directions = {
  increase: 'More is better.',
  decrease: 'Less is better.',
  none: 'No preferred direction.',
};

/** The outcomes of somebody enrolled. */
export const outcomes = {
  title: 'Outcomes',
  empty: 'The program has no outcome measures.',
  hint: (unit: string | null, direction: 'increase' | 'decrease' | 'none') =>
    `${unit === null ? '' : `In ${unit}. `}${directions[direction]} The last 20 entries.`,
  baseline: 'Baseline',
  target: 'Target',
  latest: 'Latest reading',
  change: 'Change',
  relative: 'Relative change',
  achieved: 'Target reached',
  percent: (share: number) => `${number(Math.round(share * 1_000) / 10)}\u00a0%`,
  measuredAt: 'Measured at',
  reading: 'Reading',
  inForce: {
    baseline: 'Baseline at the time',
    target: 'Target at the time',
  },
  entriesOf: (measure: string) => `Entries: ${measure}`,
  kind: 'Kind',
  value: 'Value',
  note: 'Note',
  status: 'Status',
  voided: (reason: string) => `voided: ${reason}`,
  record: 'Record an outcome',
  recordAbout:
    'An entry is never edited: void it and record another. A later baseline or target takes the place of the earlier one.',
  recorded: 'The entry is recorded.',
  measure: 'Measure',
  now: 'Defaults to now.',
  void: 'Void',
  voidAbout: 'It no longer counts, and stays in the history.',
  reason: 'Why',
  isVoided: 'The entry is voided.',
};

/** The outcome measures of a program. */
export const outcomeMeasures = {
  title: 'Outcome measures',
  empty: 'There are no outcome measures.',
  name: 'Name',
  key: 'Key',
  keyHint: 'Lower-case letters, digits and underscores, the first a letter. It identifies the measure for good.',
  unit: 'Unit',
  direction: 'Which way is better',
  directions,
  range: 'Values',
  between: (min: number | null, max: number | null, format: (value: number) => string) =>
    min === null && max === null
      ? 'any'
      : min === null
        ? `up to ${format(max ?? 0)}`
        : max === null
          ? `from ${format(min)}`
          : `${format(min)} to ${format(max)}`,
  min: 'Least value',
  max: 'Greatest value',
  decimals: 'Decimal places',
  selfReport: 'People record readings themselves',
  create: 'Create an outcome measure',
  createAbout: 'Key, direction, values and decimal places never change: they would change what the values mean.',
  created: 'The outcome measure is created.',
  changed: 'The outcome measure is changed.',
};
