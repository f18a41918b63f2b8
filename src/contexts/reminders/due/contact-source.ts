import { addCalendarDays, wallClock } from '#kernel/clock';
import { LAST_ID } from '#kernel/persistence';
import { reminderTables } from '../reminders.tables.js';
import {
  activeEnrollment,
  asRows,
  CHANGED,
  DAY_MS,
  enrollmentColumns,
  OF_RULE,
  windowsAndRules,
  WITH_CHANGED,
  type DueSource,
  type DueWindow,
  type FoundThing,
  type RuleRange,
} from './due-source.js';

/** SQL of the contacts `c`: notes, held sessions, and the enrollment itself; `which` selects them by instant or enrollment. */
const contacts = (which: (at: string, enrollment: string) => string): string =>
  `(select n.enrollment_id, n.written_at as at from enrollment_notes n
    where n.organization_id = :organization and ${which('n.written_at', 'n.enrollment_id')}
    union
    select s.enrollment_id, s.held_at from coaching_sessions s
    where s.organization_id = :organization and s.status = 'held' and ${which('s.held_at', 's.enrollment_id')}
    union
    select x.id, x.enrolled_at from enrollments x
    where x.organization_id = :organization and x.status = 'active' and ${which('x.enrolled_at', 'x.id')}) c`;

const THING = `select e.id as place, e.id as "resourceId", c.at, ${enrollmentColumns('m.account_id')}`;

/** No contact came after it. */
const IS_LAST = `e.enrolled_at <= c.at
  and not exists (
    select from enrollment_notes n
    where n.organization_id = :organization and n.enrollment_id = e.id and n.written_at > c.at)
  and not exists (
    select from coaching_sessions s
    where s.organization_id = :organization and s.enrollment_id = e.id and s.held_at > c.at)`;

const CONDITIONS = `k.timezone = w.timezone and c.at <= w.until_at and (c.at, e.id) > (w.after_at, w.after_id)
  and ${OF_RULE}`;

const listInWindows = reminderTables
  .statement(
    'list_due_gaps',
    { windows: 'jsonb', each: 'integer' },
    `select w.n, i.* from ${windowsAndRules(', timezone text')}
     cross join lateral (
       ${THING} from ${contacts((at) => `${at} >= w.after_at and ${at} <= w.until_at`)}
       ${activeEnrollment('c.enrollment_id')} where ${CONDITIONS} and ${IS_LAST}
       order by c.at, e.id limit :each::integer) i`,
  )
  .returning<FoundThing>();

const listOfEnrollments = reminderTables
  .statement(
    'list_due_gaps_of_enrollments',
    { windows: 'jsonb', enrollments: 'uuid[]' },
    `${WITH_CHANGED} ${THING}, w.n from ${CHANGED}
     cross join lateral (select max(c.at) as at from ${contacts((_at, enrollment) => `${enrollment} = e.id`)}) c
     cross join (${windowsAndRules(', timezone text')}) where ${CONDITIONS}`,
  )
  .returning<FoundThing>();

const listTimezones = reminderTables
  .statement(
    'list_timezones_of_cohorts',
    {},
    'select distinct timezone from cohorts where organization_id = :organization',
  )
  .returning<{ timezone: string }>();

/** Active enrollments whose last contact was so many calendar days ago: once for each gap. */
export const contactGaps: DueSource = {
  resourceType: 'enrollment',
  oncePerInstant: true,
  async windowsOf(tenant, ranges) {
    const zones = await tenant.query(listTimezones);
    return ranges.flatMap((range) => zones.map(({ timezone }) => windowOf(range, timezone)));
  },
  find: (tenant, windows, each) => tenant.query(listInWindows, { windows: asRows(windows), each }),
  findOf: (tenant, windows, enrollments) => tenant.query(listOfEnrollments, { windows: asRows(windows), enrollments }),
};

/** The last contacts after which the days end in the range; a few more where the clocks change in between. */
function windowOf(range: RuleRange, timezone: string): DueWindow {
  const days = range.rule.days ?? 0;
  const from = range.after.getTime() - days * DAY_MS;
  const to = range.until.getTime() - days * DAY_MS;
  const dueOffsets = offsetsAround(range.after.getTime(), range.until.getTime(), timezone);
  const contactOffsets = offsetsAround(from, to, timezone);
  return {
    range,
    after: new Date(from + Math.min(...dueOffsets) - Math.max(...contactOffsets)),
    afterId: LAST_ID,
    until: new Date(to + Math.max(...dueOffsets) - Math.min(...contactOffsets)),
    dueOf: (at) => addCalendarDays(at, days, timezone),
    more: { timezone },
  };
}

function offsetsAround(from: number, to: number, timezone: string): number[] {
  return [from - DAY_MS, to + DAY_MS].map((instant) => wallClock(new Date(instant), timezone) - instant);
}
