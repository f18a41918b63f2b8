import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { wallClock } from '../../dates.js';
import { chart } from '../../strings/chart.js';
import { Filter } from '../list.js';

const t = chart.period;

const DAY_MS = 86_400_000;
const USUAL = 'usual';

interface Period {
  from?: string;
  to?: string;
}

/** The period in the address, once it has been the same for a moment: what is typed passes through other dates. */
export function usePeriod(): Period {
  const [search] = useSearchParams();
  const [from] = useDebouncedValue(search.get('from') ?? '', 300);
  const [to] = useDebouncedValue(search.get('to') ?? '', 300);
  return { ...(from && { from }), ...(to && { to }) };
}

/** The date so many days before today, as the clock of a zone has it. */
export function daysBefore(zone: string, days: number): string {
  const today = wallClock(zone, new Date().toISOString()).slice(0, 10);
  return new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
}

interface PeriodProps {
  zone: string;
  /** What the API takes where nothing is chosen. */
  usual: string;
  lasts: readonly number[];
}

/** Chooses a period of days in a zone: the usual one, the last days, or any two days. */
export function PeriodInput({ zone, usual, lasts }: PeriodProps) {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const set = (period: Period) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ['from', 'to'] as const) {
          if (period[name]) next.set(name, period[name]);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const startOf = (days: number) => daysBefore(zone, days - 1);
  const chosen = lasts.find((days) => from === startOf(days) && to === '');
  const value = chosen === undefined ? (from === '' && to === '' ? USUAL : '') : String(chosen);
  return (
    <div className="filters">
      <TextInput
        type="date"
        label={t.from}
        value={from}
        onChange={({ currentTarget }) => set({ from: currentTarget.value, to })}
      />
      <TextInput
        type="date"
        label={t.to}
        value={to}
        onChange={({ currentTarget }) => set({ from, to: currentTarget.value })}
      />
      <Filter
        label={t.label}
        values={[USUAL, ...lasts.map(String)]}
        value={value}
        nameOf={(name) => (name === USUAL ? usual : t.last(Number(name)))}
        onChange={(name) => set(name === USUAL ? {} : { from: startOf(Number(name)) })}
      />
    </div>
  );
}
