import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { dayIn } from '../../dates.js';
import { chart } from '../../strings/chart.js';
import { usage as t } from '../../strings/usage.js';
import { Chart } from '../../ui/chart/chart.js';
import type { Figures, Value } from '../../ui/chart/figures.js';
import { daysBefore, PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { Screen } from '../../ui/screen.js';
import { Loaded } from '../../ui/states.js';
import { ByKey } from './by-key.js';
import { totalsBy, type Total } from './totals.js';
import { useKeyNames, useUsage, type Usage } from './use-usage.js';

const USUAL_DAYS = 30;
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

/** How much the API is used: by day, and by key. */
export default function UsageScreen() {
  const [search, setSearch] = useSearchParams();
  const apiKeyId = search.get('apiKeyId') ?? '';
  const chosen = usePeriod();
  const to = chosen.to ?? daysBefore('UTC', 0);
  const from = chosen.from ?? new Date(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const names = useKeyNames();
  const query = useUsage({ from, to, ...(apiKeyId && { apiKeyId }) });
  const setKey = (id: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id) next.set('apiKeyId', id);
        else next.delete('apiKeyId');
        return next;
      },
      { replace: true },
    );
  const keys = [...names].map(([value, label]) => ({ value, label }));
  const isKnown = apiKeyId === '' || names.has(apiKeyId);
  return (
    <Screen title={t.title} about={t.hint}>
      <div className="filters">
        <NativeSelect
          label={t.key}
          data={[{ value: '', label: t.allKeys }, ...(isKnown ? [] : [{ value: apiKeyId, label: apiKeyId }]), ...keys]}
          value={apiKeyId}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </div>
      <PeriodInput zone="UTC" usual={chart.period.last(USUAL_DAYS)} lasts={[7, MOST_DAYS]} />
      <Loaded query={query}>
        {(usage) => (
          <>
            <div className="charts">
              <Chart title={t.requests} file={`${t.title} ${t.requests}`} figures={requestsOf(usage, from, to)} />
              <Chart title={t.refusals} file={`${t.title} ${t.refusals}`} figures={refusalsOf(usage, from, to)} />
            </div>
            <ByKey rows={usage.rows} names={names} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function requestsOf(usage: Usage, from: string, to: string): Figures {
  return byDay(usage, from, to, [
    [t.reads, 'blue', ({ reads }) => reads],
    [t.writes, 'green', ({ writes }) => writes],
  ]);
}

function refusalsOf(usage: Usage, from: string, to: string): Figures {
  return byDay(usage, from, to, [
    [t.refused, 'red', ({ refused }) => refused],
    [t.throttled, 'orange', ({ throttled }) => throttled],
    [t.replays, 'gray', ({ replays }) => replays],
  ]);
}

type Lines = [name: string, tone: 'blue' | 'green' | 'orange' | 'red' | 'gray', of: (total: Total) => number][];

/** A day without a row had no request. A day of which not all rows were read has no value. */
function byDay({ rows, since }: Usage, from: string, to: string, lines: Lines): Figures {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const dates = Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10),
  );
  const days = totalsBy(rows, 'date');
  const valueOf = (date: string, of: (total: Total) => number): Value => {
    if (since !== null && date < since) return { reason: 'not_read' };
    const total = days.get(date);
    return total ? of(total) : 0;
  };
  return {
    kind: 'days',
    header: t.day,
    points: dates.map((date) => ({ label: dayIn('UTC', date), name: date, at: Date.parse(date) })),
    series: lines.map(([name, tone, of]) => ({
      name,
      tone,
      values: dates.map((date) => valueOf(date, of)),
    })),
  };
}
