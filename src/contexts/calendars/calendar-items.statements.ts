import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { OF_PERSON, REACHED, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { AssignmentScope, BusinessRole, OrganizationRole } from '#kernel/access';
import { calendarTables } from './calendars.tables.js';
import type { Audience, CalendarItems } from './calendar-feed.entity.js';

/** Items of a document at most, soonest first. */
const MAX_ITEMS = 1_000;

export interface OpenFeed {
  id: string;
  name: string;
  audience: Audience;
  cohortId: string | null;
  include: CalendarItems[];
  lastReadAt: Date | null;
  memberId: string;
  accountId: string;
  role: OrganizationRole;
  businessRoles: `${BusinessRole}:${AssignmentScope}`[];
}

/** The feed with the hash of a token, unless it is revoked or its member is detached; with the present roles of the member. */
export const findOpenFeed = calendarTables
  .statement(
    'find_open_calendar_feed',
    { hash: 'bytea' },
    `select f.id, f.name, f.audience, f.cohort_id as "cohortId", f.include, f.last_read_at as "lastReadAt",
       m.id as "memberId", m.account_id as "accountId", m.role,
       array(
         select distinct r.role || ':' || r.scope from responsibilities r
         where r.organization_id = :organization and r.member_id = m.id and r.ended_at is null) as "businessRoles"
     from calendar_feeds f
     join members m on m.organization_id = f.organization_id and m.id = f.member_id
     where f.organization_id = :organization and f.token_hash = :hash and f.revoked_at is null and m.status = 'active'`,
  )
  .returning<OpenFeed>();

export const noteRead = calendarTables.statement(
  'note_read_of_calendar_feed',
  { id: 'uuid', now: 'timestamptz' },
  'update calendar_feeds set last_read_at = :now where organization_id = :organization and id = :id',
);

export interface CalendarItem {
  kind: CalendarItems;
  id: string;
  title: string | null;
  /** The host of an own booking; otherwise the member enrolled, for staff. */
  personName: string | null;
  startsAt: Date;
  endsAt: Date | null;
  timezone: string;
  joinUrl: string | null;
  isCancelled: boolean;
  changedAt: Date;
}

/** The enrollments of an audience, and the cohorts whose live sessions it has. */
const AUDIENCES: Record<Audience, { enrollments: string; cohorts: string; bookings: string }> = {
  own: {
    enrollments: OF_PERSON,
    cohorts: 'false',
    bookings: 'false',
  },
  coach: {
    enrollments: REACHED,
    cohorts: ':reachesAll::boolean',
    bookings: 'i.host_member_id = :callerMember::uuid',
  },
  cohort: {
    enrollments: `e.cohort_id = :cohort and ${REACHED}`,
    cohorts: ':reachesAll::boolean and c.id = :cohort',
    bookings: 'false',
  },
};

const COLUMNS = `"startsAt", "endsAt", timezone, "joinUrl", "isCancelled", "changedAt"`;
const IN_PERIOD = (at: string) => `${at} >= :from and ${at} < :to`;
/** Cancelled items stay for 30 days, as long as past ones. */
const STAYS = (isCancelled: string, changedAt: string) => `(not (${isCancelled}) or ${changedAt} >= :from)`;

function itemsOf(audience: Audience): string {
  const { enrollments, cohorts, bookings } = AUDIENCES[audience];
  const ofStaff = audience === 'own' ? 'null::text' : 'm.name';
  const deadlines = `union all
     select 'deadlines', i.id, i.title, null, i.due_at, null, own.timezone, null, i.status = 'archived', i.updated_at
     from own join member_tasks i on i.organization_id = :organization and i.enrollment_id = own.id
     where 'deadlines' = any(:include::text[]) and ${IN_PERIOD('i.due_at')} and i.published_at is not null
       and i.status <> 'draft' and ${STAYS(`i.status = 'archived'`, 'i.updated_at')}`;
  return `with own as materialized (
       select e.id, e.cohort_id, e.member_id, c.timezone from enrollments e
       join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
       where e.organization_id = :organization and e.status in (${SEATED}) and ${enrollments}),
     own_cohorts as materialized (
       select own.cohort_id as id from own
       union
       select c.id from cohorts c where c.organization_id = :organization and ${cohorts})
     select kind, id, title, "personName", ${COLUMNS} from (
     select 'live_sessions' as kind, i.id, i.title, null::text as "personName", i.starts_at as "startsAt", i.ends_at as "endsAt",
       i.timezone, i.join_url as "joinUrl", i.status = 'cancelled' as "isCancelled", i.updated_at as "changedAt"
     from live_sessions i
     where i.organization_id = :organization and 'live_sessions' = any(:include::text[]) and ${IN_PERIOD('i.starts_at')}
       and ${STAYS(`i.status = 'cancelled'`, 'i.updated_at')}
       and exists (
         select 1 from live_session_cohorts t join own_cohorts c on c.id = t.cohort_id
         where t.organization_id = :organization and t.live_session_id = i.id)
     union all
     select 'coaching_sessions', i.id, i.title, ${ofStaff}, coalesce(i.held_at, i.scheduled_at), null, own.timezone, null,
       i.status = 'cancelled', i.updated_at
     from own
     join coaching_sessions i on i.organization_id = :organization and i.enrollment_id = own.id
     join members m on m.organization_id = :organization and m.id = own.member_id
     where 'coaching_sessions' = any(:include::text[]) and ${IN_PERIOD('coalesce(i.held_at, i.scheduled_at)')}
       and ${STAYS(`i.status = 'cancelled'`, 'i.updated_at')}
       and not exists (
         select 1 from bookings b where b.organization_id = :organization and b.coaching_session_id = i.id)
     union all
     select 'bookings', i.id, t.name, m.name, i.starts_at, i.ends_at, i.timezone, i.join_url, i.status = 'cancelled', i.updated_at
     from bookings i
     join booking_types t on t.organization_id = :organization and t.id = i.booking_type_id
     join enrollments e on e.organization_id = :organization and e.id = i.enrollment_id
     join members m on m.organization_id = :organization
       and m.id = ${audience === 'own' ? 'i.host_member_id' : 'e.member_id'}
     where i.organization_id = :organization and 'bookings' = any(:include::text[]) and ${IN_PERIOD('i.starts_at')}
       and ${STAYS(`i.status = 'cancelled'`, 'i.updated_at')}
       and (i.enrollment_id in (select own.id from own) or ${bookings})
     ${audience === 'own' ? deadlines : ''}) items
     order by "startsAt", id limit ${MAX_ITEMS}`;
}

const period = { include: 'text[]', from: 'timestamptz', to: 'timestamptz' } as const;

export const listOwnItems = calendarTables
  .statement('list_calendar_items_of_person', { ...period, account: 'uuid' }, itemsOf('own'))
  .returning<CalendarItem>();
export const listCoachItems = calendarTables
  .statement('list_calendar_items_of_coach', { ...period, ...reachParameters }, itemsOf('coach'))
  .returning<CalendarItem>();
export const listCohortItems = calendarTables
  .statement('list_calendar_items_of_cohort', { ...period, ...reachParameters, cohort: 'uuid' }, itemsOf('cohort'))
  .returning<CalendarItem>();

/** The writes that change what a calendar shows of an item; each leaves an audit entry of the item. */
const CHANGES = [
  'live_session.updated',
  'live_session.cancelled',
  'coaching_session.updated',
  'coaching_session.completed',
  'coaching_session.cancelled',
  'booking.rescheduled',
  'booking.cancelled',
  'booking.held',
  'member_task.updated',
  'member_task.completed',
  'member_task.reopened',
  'member_task.archived',
];

/** A row for each transfer that an item went along with. Its entries in the trail are of the enrollment. */
const transfersOf = (table: string) => `
       union all
       select i.id from ${table} i
       join enrollments e on e.organization_id = :organization and e.id = i.enrollment_id
       join enrollments t on t.organization_id = :organization and t.member_id = e.member_id
         and t.transferred_from_id is not null and t.enrolled_at > i.created_at and t.enrolled_at <= e.enrolled_at
       where i.organization_id = :organization and i.id = any(:ids::uuid[])`;

export const countChanges = calendarTables
  .statement(
    'count_changes_of_calendar_items',
    { ids: 'uuid[]' },
    `select id, count(*)::integer as changes from (
       select a.target_id as id from audit_entries a
       where a.organization_id = :organization and a.target_id = any(:ids::uuid[])
         and a.action in (${CHANGES.map((action) => `'${action}'`).join(', ')})
       union all
       select x.member_task_id from deadline_extension_tasks x
       where x.organization_id = :organization and x.member_task_id = any(:ids::uuid[])
       ${['member_tasks', 'coaching_sessions', 'bookings'].map(transfersOf).join('')}) changed
     group by id`,
  )
  .returning<{ id: string; changes: number }>();
