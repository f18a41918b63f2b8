import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { dayIn, viewerZone } from '../../dates.js';
import { chart } from '../../strings/chart.js';
import { cockpitHistory as t } from '../../strings/cockpit-history.js';
import { cockpit } from '../../strings/cockpit.js';
import { Chart } from '../../ui/chart/chart.js';
import type { Figures, Series, Tone, Value } from '../../ui/chart/figures.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Loaded } from '../../ui/states.js';
import type { Signal } from './signals.js';

type Item = Schemas['CockpitHistory']['items'][number];
type Day = Schemas['CockpitDay'];

/** How a cohort has come along: the numbers of its cockpit, day by day. */
export default function History({ cohortId }: { cohortId: string }) {
  const path = { cohortId };
  const cohort = useRead('/cohorts/{cohortId}', { path });
  const history = useRead('/cohorts/{cohortId}/cockpit/history', { path, query: usePeriod() });
  if (!cohort.data) return <PendingScreen title={t.title} query={cohort} />;
  const { name, timezone } = cohort.data;
  return (
    <Screen
      title={t.of(name)}
      about={t.hint}
      trail={[
        <PageLink key="cohort" to={`/cohorts/${cohortId}`}>
          {name}
        </PageLink>,
      ]}
      actions={<LinkButton to={`/cohorts/${cohortId}`}>{cockpit.title}</LinkButton>}
    >
      <PeriodInput zone={timezone ?? viewerZone} usual={chart.period.last(90)} lasts={[30, 180, 400]} />
      <Loaded query={history}>{({ items }) => <Charts cohort={name} items={items} />}</Loaded>
    </Screen>
  );
}

/** The lines of each chart: the signal that names it, its color, and its number on a day. */
type Lines = [signal: Signal, tone: Tone, of: (day: Day) => Value][];

const counted =
  (section: 'reviews' | 'blockers' | 'absences', part: 'total' | 'highlighted') =>
  (day: Day): Value => {
    const count = day[section];
    return count.measured ? count[part] : { reason: count.reason };
  };

const CHARTS: Record<'rhythm' | 'members' | 'reviews' | 'blockers' | 'contact' | 'absences', Lines> = {
  rhythm: [
    ['on_time', 'green', ({ rhythm }) => rhythm.on_time],
    ['late', 'orange', ({ rhythm }) => rhythm.late],
    ['at_risk', 'red', ({ rhythm }) => rhythm.at_risk],
    ['unknown', 'gray', ({ rhythm }) => rhythm.unknown],
  ],
  members: [
    ['all', 'gray', ({ members }) => members.total],
    ['active', 'blue', ({ members }) => members.active],
    ['pending', 'orange', ({ members }) => members.pending],
    ['completed', 'green', ({ members }) => members.completed],
  ],
  reviews: [
    ['reviews', 'blue', counted('reviews', 'total')],
    ['overdue_reviews', 'red', counted('reviews', 'highlighted')],
  ],
  blockers: [
    ['blockers', 'blue', counted('blockers', 'total')],
    ['urgent_blockers', 'red', counted('blockers', 'highlighted')],
  ],
  contact: [['without_intervention', 'orange', ({ withoutIntervention }) => withoutIntervention]],
  absences: [
    ['absences', 'blue', counted('absences', 'total')],
    ['repeated_absences', 'red', counted('absences', 'highlighted')],
  ],
};

function Charts({ cohort, items }: { cohort: string; items: Item[] }) {
  return (
    <div className="charts">
      {(Object.keys(CHARTS) as (keyof typeof CHARTS)[]).map((name) => (
        <Chart key={name} title={t[name]} file={`${cohort} ${t[name]}`} figures={figuresOf(items, CHARTS[name])} />
      ))}
    </div>
  );
}

function figuresOf(items: Item[], lines: Lines): Figures {
  const series = lines.map(([signal, tone, of]): Series => ({
    name: signal === 'all' ? t.total : cockpit.signals[signal],
    tone,
    values: items.map((item) => (item.measured ? of(item) : { reason: item.reason })),
  }));
  const points = items.map(({ date }) => ({ label: dayIn('UTC', date), name: date, at: Date.parse(date) }));
  return { kind: 'days', header: t.day, points, series };
}
