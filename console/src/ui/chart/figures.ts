import { chart as t } from '../../strings/chart.js';
import { strings } from '../../strings/common.js';
import { number, word } from '../../strings/words.js';

/** A number, or why there is none. */
export type Value = number | { reason: string };

export type Tone = 'blue' | 'green' | 'orange' | 'red' | 'gray';

export interface Point {
  /** As it is read. */
  label: string;
  /** In a file; as it is read where this is left out. */
  name?: string;
  /** Milliseconds, where points are in time. */
  at?: number;
  /** The color of its bar. */
  tone?: Tone;
}

export interface Series {
  name: string;
  tone: Tone;
  /** One for each point; undefined where the point is another series' alone. */
  values: readonly (Value | undefined)[];
  format?: (value: number) => string;
  /** A value in a file, where it is another one there. */
  inFile?: (value: number) => string;
  /** A value holds until the next one. */
  isStepped?: boolean;
}

/** What a chart, its table and its file show. */
export interface Figures {
  /** Lines over days or instants; bars for anything else, of the first series alone. */
  kind: 'days' | 'instants' | 'bars';
  /** What the points are: "Day". */
  header: string;
  points: readonly Point[];
  series: readonly Series[];
  /** The ends of the scale: by default from 0 to the greatest value. */
  from?: number | null;
  to?: number | null;
}

export function isNumber(value: Value | undefined): value is number {
  return typeof value === 'number';
}

export function reasonText(reason: string): string {
  return strings.reasons[reason] ?? word(reason);
}

/** A value as it is read. */
export function textOf({ format = number }: Pick<Series, 'format'>, value: Value | undefined): string {
  if (value === undefined) return strings.common.none;
  if (isNumber(value)) return format(value);
  return t.notMeasured(reasonText(value.reason));
}

/** The chart in words: what one who does not see it gets to know of it at once. */
export function summaryOf(figures: Figures): string {
  const { kind, points, series } = figures;
  if (kind === 'bars') {
    const [drawn] = series;
    return points.map(({ label }, at) => t.one(label, textOf(drawn ?? {}, drawn?.values[at]))).join(' ');
  }
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return t.empty;
  const lines = series.map((line) => {
    const { name, values } = line;
    const measured = values.filter(isNumber);
    const end = measured.at(-1);
    if (end === undefined) return t.nothing(name);
    const [least, most] = [Math.min(...measured), Math.max(...measured)];
    return t.line(name, textOf(line, end), textOf(line, least), textOf(line, most));
  });
  return [t.span(first.label, last.label), ...lines].join(' ');
}

/** What is not measured, and why: one sentence for all series if they lack the same, else one for each. */
export function gapsOf({ kind, points, series }: Figures): string[] {
  if (kind === 'bars') {
    const values = series[0]?.values ?? [];
    const reasons = new Set(values.map((value) => (typeof value === 'object' ? value.reason : null)));
    const [reason] = reasons;
    // Where all bars lack the same, once is enough.
    if (values.length > 1 && reasons.size === 1 && typeof reason === 'string')
      return [t.notMeasuredAtAll(reasonText(reason))];
    return points.flatMap(({ label }, at) => {
      const value = series[0]?.values[at];
      return value === undefined || isNumber(value) ? [] : [t.gaps(label, 1, 1, [reasonText(value.reason)])];
    });
  }
  const gaps = series.flatMap(({ name, values }) => {
    const reasons = values.flatMap((value) => (typeof value === 'object' ? [reasonText(value.reason)] : []));
    if (reasons.length === 0) return [];
    return [{ name, count: reasons.length, reasons: [...new Set(reasons)] }];
  });
  const sentences = new Set(gaps.map(({ count, reasons }) => t.gapsOfAll(count, points.length, reasons)));
  if (gaps.length === series.length && sentences.size === 1) return [...sentences];
  return gaps.map(({ name, count, reasons }) => t.gaps(name, count, points.length, reasons));
}
