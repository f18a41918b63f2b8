import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import type { SourceOf } from '#kernel/fields';
import type { PageSql } from '#kernel/persistence';
import { insightTables } from '../insights.tables.js';
import { SCHEDULE_KINDS, type ScheduleItem, type ScheduleKind } from './my-schedule.dto.js';

export interface ScheduleRow extends SourceOf<ScheduleItem> {
  kind: ScheduleKind;
  startsAt: Date;
}

/** Where items of one kind are read from: SQL on rows `i`, for an own enrollment `own`. */
interface Source {
  kind: ScheduleKind;
  from: string;
  where: string;
  at: string;
  title?: string;
  columns?: string;
}

const OF_ENROLLMENT = 'i.organization_id = :organization and i.enrollment_id = own.id';

/** The session of a booking is shown as the booking. */
const NOT_BOOKED = `not exists (
  select 1 from bookings b where b.organization_id = :organization and b.coaching_session_id = i.id)`;

const SOURCES: readonly Source[] = [
  {
    kind: 'live_session',
    from: `live_session_cohorts t
       join live_sessions i on i.organization_id = :organization and i.id = t.live_session_id
       left join attendances a on a.organization_id = :organization and a.live_session_id = i.id and a.enrollment_id = own.id`,
    where: 't.organization_id = :organization and t.cohort_id = own.cohort_id',
    at: 'i.starts_at',
    columns: `i.ends_at, case when i.status = 'scheduled' then i.join_url end as join_url, a.status as attendance`,
  },
  {
    kind: 'coaching_session',
    from: 'coaching_sessions i',
    where: `${OF_ENROLLMENT} and ${NOT_BOOKED}`,
    at: 'i.held_at',
  },
  {
    kind: 'coaching_session',
    from: 'coaching_sessions i',
    where: `${OF_ENROLLMENT} and i.held_at is null and ${NOT_BOOKED}`,
    at: 'i.scheduled_at',
  },
  {
    kind: 'booking',
    from: 'bookings i join booking_types t on t.organization_id = i.organization_id and t.id = i.booking_type_id',
    where: OF_ENROLLMENT,
    at: 'i.starts_at',
    title: 't.name as title',
    columns: `i.ends_at, case when i.status <> 'cancelled' then i.join_url end as join_url, null::text as attendance`,
  },
  {
    kind: 'task_deadline',
    from: 'member_tasks i',
    where: `${OF_ENROLLMENT} and i.status in ('published', 'completed')`,
    at: 'i.due_at',
  },
];

const NO_SESSION = 'null::timestamptz as ends_at, null::text as join_url, null::text as attendance';

/**
 * The first items of a source from the place on, of each enrollment. LIMIT also makes PostgreSQL look them up by enrollment: it
 * expects far more enrollments of one person than there are.
 */
function branchOf(
  { kind, from, where, at, title = 'i.title as title', columns = NO_SESSION }: Source,
  page: PageSql,
): string {
  return `select '${kind}'::text collate "C" as kind, own.id as enrollment_id, own.timezone, i.*
     from own
     cross join lateral (
       select i.id, ${title}, ${at} as at, i.status, ${columns}
       from ${from}
       where ${where} and ${at} >= :from::timestamptz and ${at} < :to::timestamptz
         ${page.after([at, `'${kind}' collate "C"`, 'i.id', 'own.id'])}
       order by ${at}, i.id limit :limit) i`;
}

/** Soonest first; of one instant by kind, then by id, then by enrollment. */
export const listSchedule = insightTables
  .list('list_schedule_of_person', {
    parameters: { account: 'uuid', from: 'timestamptz', to: 'timestamptz' },
    order: [
      { property: 'startsAt', direction: 'asc', type: 'timestamptz', sql: 'at' },
      { property: 'kind', direction: 'asc', type: 'text', sql: 'kind', of: SCHEDULE_KINDS },
      { property: 'id', direction: 'asc', type: 'uuid', sql: 'id' },
      { property: 'enrollmentId', direction: 'asc', type: 'uuid', sql: 'enrollment_id' },
    ],
    sql: (page) => `with own as materialized (
       select e.id, e.cohort_id, c.timezone
       from enrollments e
       cross join lateral (
         select c.timezone from cohorts c where c.organization_id = :organization and c.id = e.cohort_id offset 0) c
       where e.organization_id = :organization and ${OF_PERSON} and e.status in (${SEATED}))
     select kind, id, enrollment_id as "enrollmentId", title, at as "startsAt", ends_at as "endsAt", timezone, status,
            join_url as "joinUrl", attendance
     from (
       ${SOURCES.map((source) => branchOf(source, page)).join('\n       union all\n       ')}) items
     ${page.orderAndLimit}`,
  })
  .returning<ScheduleRow>();
