import { expect, it } from '@jest/globals';
import { daysLater } from '#insights/cohort-analytics/days-later.js';
import { addCalendarDays } from '#kernel/clock';
import { useApp } from '../support/use-school.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const app = useApp();

it.each([
  ['Europe/Paris', ['2029-10-28', '2030-03-31']],
  ['America/New_York', ['2029-11-04', '2030-03-10']],
  ['Australia/Lord_Howe', ['2030-04-07', '2029-10-07']],
  ['America/Sao_Paulo', ['2018-11-04', '2018-02-18']],
  // The island left out the whole day of 2011-12-30.
  ['Pacific/Apia', ['2011-12-30']],
  ['UTC', ['2030-01-01']],
])('days later in %s are those of the clock over each change', async (timezone, changes) => {
  const instants = changes.flatMap((date) =>
    Array.from({ length: 400 }, (_, index) => new Date(Date.parse(date) - 15 * DAY_MS + index * 7 * MINUTE_MS + 1_234)),
  );
  const { rows } = await app.rows.query<{ later: Date }>(
    `select d.later from unnest($1::timestamptz[]) with ordinality as i (at, place)
     cross join lateral ${daysLater('i.at', 14, '$2::text')} d order by i.place`,
    [instants, timezone],
  );
  expect(rows.map(({ later }) => later)).toEqual(instants.map((at) => addCalendarDays(at, 14, timezone)));
});
