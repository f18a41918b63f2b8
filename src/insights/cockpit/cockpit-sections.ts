import type { CockpitWeek, MeasuredCount, NotMeasured } from './cockpit.dto.js';
import { weekOf } from './cockpit-week.js';

/** The section `week` of a cohort in the time zone. */
export function week(cohort: { startDate: string | null; timezone: string }, now: Date): CockpitWeek | NotMeasured {
  const { startDate, timezone } = cohort;
  if (startDate === null) return notMeasured('start_date_missing');
  const number = weekOf(startDate, timezone, now);
  if (number === 0) return notMeasured('not_started');
  return { measured: true, week: number, startDate: `${startDate}T00:00:00.000Z`, timezone };
}

export function measured(total: number, highlighted: number): MeasuredCount {
  return { measured: true, total, highlighted };
}

export function notMeasured(reason: string): NotMeasured {
  return { measured: false, reason };
}
