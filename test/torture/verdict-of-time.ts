/** What must not be found in calendars, among reminders and in the feed of events. */
export const RULES_OF_TIME: Record<string, string> = {
  'a host with two bookings at one time': `
    select b.id::text as found from bookings b join bookings o on o.host_member_id = b.host_member_id and o.id > b.id
    where b.status = 'booked' and o.status = 'booked' and b.starts_at < o.ends_at and o.starts_at < b.ends_at`,
  'a booking whose coaching session is at another time': `
    select b.id::text as found from bookings b left join coaching_sessions s on s.id = b.coaching_session_id
    where s.scheduled_at is distinct from b.starts_at`,
  'a due task without a reminder': `
    select t.id::text as found from torture.reminded t where not exists (
      select from reminder_firings f where f.resource_id = t.id and f.due_at = t.due_at and f.outcome = 'fired')`,
  'a reminder that has not exactly one event of its transaction': `
    select f.id::text as found from reminder_firings f where 1 <> (
      select count(*) from events e where e.name = 'reminder.due' and e.xmin = f.xmin
        and e.data ->> 'resourceId' = f.resource_id::text)`,
  'an event of a reminder that was not recorded': `
    select e.id::text as found from events e where e.name = 'reminder.due' and not exists (
      select from reminder_firings f where f.xmin = e.xmin and f.resource_id::text = e.data ->> 'resourceId')`,
  'reminders with fewer or more audit entries': `
    select xmin::text as found from reminder_firings f group by xmin having count(*) <> (
      select count(*) from audit_entries a where a.xmin = f.xmin and a.action = 'reminder.due')`,
  'an event that the feed names and that its reader never got': `
    select e.id::text as found from events e join event_feeds f on e.name = any(f.event_names)
    where not exists (select from torture.fed r where r.pass = 1 and r.event_id = e.id)`,
  'an event that a reader of the feed got twice': `
    select event_id::text as found from torture.fed group by pass, event_id having count(*) > 1`,
  'a feed that has another order when it is read again': `
    select a.event_id::text as found from torture.fed a full join torture.fed b
      on b.event_id = a.event_id and b.pass = 2 where a.pass = 1 and b.place is distinct from a.place`,
};

const ONE_FED = `(select event_id from torture.fed where pass = 1 order by place limit 1)`;
const ONE_FIRING = `(select id from reminder_firings order by id limit 1)`;
const EVENT_OF_ONE = `name = 'reminder.due' and data ->> 'resourceId' = (
  select resource_id::text from reminder_firings where id = ${ONE_FIRING})`;

/** For each rule the SQL that breaks it. */
export const TAMPERINGS_OF_TIME: Record<string, string> = {
  'a host with two bookings at one time': `
    update bookings set ends_at = ends_at + interval '90 days', busy_until = busy_until + interval '90 days'`,
  'a booking whose coaching session is at another time': `
    update bookings set starts_at = starts_at + interval '1 minute'`,
  'a due task without a reminder': `delete from reminder_firings where id = ${ONE_FIRING}`,
  'a reminder that has not exactly one event of its transaction': `delete from events where ${EVENT_OF_ONE}`,
  'an event of a reminder that was not recorded': `update events set data = data where ${EVENT_OF_ONE}`,
  'reminders with fewer or more audit entries': `
    delete from audit_entries where id = (select min(id::text)::uuid from audit_entries where action = 'reminder.due')`,
  'an event that the feed names and that its reader never got': `delete from torture.fed where event_id = ${ONE_FED}`,
  'an event that a reader of the feed got twice': `
    insert into torture.fed select * from torture.fed where pass = 1 order by place limit 1`,
  'a feed that has another order when it is read again': `update torture.fed set place = -place where pass = 2`,
};
