import { number, plural } from './words.js';

/** Charts, their tables and files. */
export const chart = {
  table: 'Table',
  tableOf: (title: string) => `Table: ${title}`,
  csv: 'CSV',
  csvOf: (title: string) => `CSV: ${title}`,
  notMeasured: (reason: string) => `not measured: ${reason}`,
  notMeasuredAtAll: (reason: string) => `Not measured: ${reason}.`,
  percent: (value: number) => `${number(value)}\u00a0%`,
  span: (first: string, last: string) => (first === last ? `${first}.` : `From ${first} to ${last}.`),
  line: (name: string, last: string, least: string, most: string) =>
    least === most
      ? `${name}: always ${last} where measured.`
      : `${name}: ${last} at the end, from ${least} to ${most}.`,
  nothing: (name: string) => `${name}: not measured.`,
  one: (name: string, value: string) => `${name}: ${value}.`,
  /** How much of a series has no value, and why. */
  gaps: (name: string, gaps: number, of: number, reasons: string[]) =>
    of === 1
      ? `${name}: not measured: ${reasons.join('; ')}.`
      : `${name}: ${number(gaps)} of ${number(of)} not measured: ${reasons.join('; ')}.`,
  gapsOfAll: (gaps: number, of: number, reasons: string[]) =>
    `${number(gaps)} of ${plural(of, 'day', 'days')} not measured: ${reasons.join('; ')}.`,
  empty: 'No value is measured.',
  on: (label: string) => `${label}:`,
  period: {
    label: 'Period',
    from: 'From',
    to: 'To',
    last: (days: number) => `last ${plural(days, 'day', 'days')}`,
  },
};
