import type { Schemas } from '@delivery-service/client';
import { analytics as t } from '../../strings/analytics.js';
import { chart } from '../../strings/chart.js';
import { word } from '../../strings/words.js';
import type { Figures, Point, Series, Tone, Value } from '../../ui/chart/figures.js';

type Analytics = Schemas['CohortAnalytics'];
type NoFigure = Schemas['NoFigure'];

const STATUSES: [status: keyof Schemas['EnrollmentsByStatus'], tone: Tone][] = [
  ['pending', 'blue'],
  ['active', 'green'],
  ['paused', 'orange'],
  ['completed', 'green'],
  ['withdrawn', 'gray'],
  ['failed', 'red'],
  ['transferred', 'gray'],
];

/** Bars of one series; the table has how much each was measured on, where that is known. */
function barsOf(
  header: string,
  points: Point[],
  bars: Pick<Series, 'name' | 'values' | 'format'>,
  samples?: Series['values'],
): Figures {
  const series: Series[] = [{ tone: 'blue', ...bars }];
  if (samples) series.push({ name: t.sample, tone: 'gray', values: samples });
  return { kind: 'bars', header, points, series };
}

export function enrollmentsOf({ enrollments: { byStatus } }: Analytics): Figures {
  const points = STATUSES.map(([status, tone]) => ({ label: word(status), tone }));
  const values = STATUSES.map(([status]) => byStatus[status]);
  return barsOf(t.status, points, { name: t.count, values });
}

export function progressOf(progress: Analytics['progress']): Figures {
  const points = Array.from({ length: 10 }, (_, at) => ({ label: t.bucket(at * 10) }));
  const values = points.map((_, at): Value => (progress.measured ? (progress.buckets[at] ?? 0) : without(progress)));
  return barsOf(t.share, points, { name: t.people, values });
}

export function interventionsOf({ planned, completed, cancelled }: Analytics['interventions']): Figures {
  const points: Point[] = [
    { label: t.planned, tone: 'blue' },
    { label: t.completed, tone: 'green' },
    { label: t.cancelled, tone: 'gray' },
  ];
  return barsOf(t.what, points, { name: t.count, values: [planned, completed, cancelled] });
}

export function effectOf(effect: Analytics['interventions']['effect']): Figures {
  const points: Point[] = [
    { label: t.improved, tone: 'green' },
    { label: t.unchanged, tone: 'gray' },
    { label: t.worsened, tone: 'red' },
  ];
  const none = Array.from(points, () => (effect.measured ? 0 : without(effect)));
  const values = effect.measured ? [effect.improved, effect.unchanged, effect.worsened] : none;
  return barsOf(t.what, points, { name: t.people, values });
}

export function quantilesOf(name: string, quantiles: Schemas['Quantiles'] | NoFigure): Figures {
  const points = [{ label: t.half }, { label: t.nine }];
  if (!quantiles.measured) return barsOf(t.quantile, points, { name, values: points.map(() => without(quantiles)) });
  const { median, p90, sample } = quantiles;
  return barsOf(t.quantile, points, { name, values: [median, p90] }, [sample, sample]);
}

/** Shares in percent. Of what was handed in, the API does not say how much had a deadline or was reviewed. */
export function ratesOf({ completion, submissions, attendance, interventions: { onTimeRate } }: Analytics): Figures {
  const rates: [label: string, share: Value, sample?: number][] = [
    [t.rateNames.completion, ...rateOf(completion, ({ rate }) => rate)],
    [t.rateNames.onTime, rateOf(submissions, (measured) => measured.onTimeRate, 'no_deadlines')[0]],
    [t.rateNames.accepted, rateOf(submissions, (measured) => measured.firstTimeAcceptedRate, 'none_reviewed')[0]],
    [t.rateNames.present, ...rateOf(attendance, ({ presentRate }) => presentRate)],
    [t.rateNames.interventions, ...rateOf(onTimeRate, ({ rate }) => rate)],
  ];
  const points = rates.map(([label]) => ({ label }));
  const values = rates.map(([, share]) => share);
  const samples = rates.map(([, , sample]) => sample);
  return { ...barsOf(t.what, points, { name: t.rate, values, format: chart.percent }, samples), to: 100 };
}

function rateOf<Figure extends { measured: true; sample: number }>(
  figure: Figure | NoFigure,
  of: (measured: Figure) => number | null,
  reason = '',
): [share: Value, sample?: number] {
  if (!figure.measured) return [without(figure)];
  const rate = of(figure);
  return rate === null ? [{ reason }] : [Math.round(rate * 1_000) / 10, figure.sample];
}

function without({ reason }: NoFigure): { reason: string } {
  return { reason };
}
