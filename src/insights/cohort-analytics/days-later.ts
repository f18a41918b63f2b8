/**
 * SQL: a relation of one row, `later`, the instant so many calendar days after another in a zone, by the rules of
 * `addCalendarDays`. PostgreSQL itself takes the later of two, and for a time that does not exist one after the gap's end.
 */
export function daysLater(instant: string, days: number, timezone: string): string {
  const offset = (at: string) => `(${at} at time zone ${timezone}) - (${at} at time zone 'UTC')`;
  return `(
         select case
                  when early.at at time zone ${timezone} = clock.wall then early.at
                  when late.at at time zone ${timezone} = clock.wall then late.at
                  else (
                    select min(minute) from generate_series(
                      date_trunc('minute', late.at) - ((late.at at time zone ${timezone}) - clock.wall), late.at,
                      interval '1 minute') as minute
                    where ${offset('minute')} = ${offset('late.at')}) end as later
         from (select (${instant} at time zone ${timezone}) + interval '${days} days' as wall) clock
         cross join lateral (select clock.wall at time zone ${timezone} as at) late
         cross join lateral (select late.at - interval '24 hours' as at) before
         cross join lateral (select (clock.wall - (${offset('before.at')})) at time zone 'UTC' as at) early)`;
}
