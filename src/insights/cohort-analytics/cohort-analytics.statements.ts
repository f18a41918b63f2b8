import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { coachedInCohort, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { OutcomeMeasureEntity } from '#contexts/outcomes/outcomes.public.js';
import type { NewRow } from '#kernel/persistence';
import { PAST_ATTENDANCES, PAST_LIVES } from '../cockpit/cockpit-signals.js';
import { insightTables } from '../insights.tables.js';
import type { AnalyticsEnrollments, EnrollmentsByStatus } from './cohort-analytics.dto.js';

const COACHED = coachedInCohort(':cohort::uuid', ':callerMember::uuid');

/** SQL condition: the enrollment `m`, in any status, is one of the cohort that the caller reaches. */
export const IN_SCOPE = `m.organization_id = :organization and m.cohort_id = :cohort
  and (:reachesAll::boolean or m.id = any(${COACHED}))`;

export const within = (column: string): string =>
  `(${column} >= :since::timestamptz and ${column} < :before::timestamptz)`;

/** Rows `alias` of the enrollment `m`. */
export const ofEnrollment = (alias: string): string =>
  `${alias}.organization_id = :organization and ${alias}.enrollment_id = m.id`;

export const periodParameters = {
  cohort: 'uuid',
  since: 'timestamptz',
  before: 'timestamptz',
  ...reachParameters,
} as const;

const count = (condition: string, name: string): string => `count(*) filter (where ${condition})::integer as "${name}"`;

const quantiles = (value: string, condition: string): string =>
  [0.5, 0.9]
    .map((share) => `percentile_cont(${share}) within group (order by ${value}) filter (where ${condition})`)
    .map((quantile, place) => `${quantile} as ${place === 0 ? 'median' : 'p90'}`)
    .join(', ');

export interface QuantilesRow {
  median: number | null;
  p90: number | null;
}

export const findAnalyticsCohort = insightTables
  .statement(
    'analytics_cohort',
    { cohort: 'uuid', now: 'timestamptz', ...reachParameters },
    `select c.id, c.name, c.program_id as "programId", p.name as "programName", c.status, c.timezone,
            c.start_date::text as "startDate", c.end_date::text as "endDate",
            (:now::timestamptz at time zone c.timezone)::date::text as today
     from cohorts c
     join programs p on p.organization_id = :organization and p.id = c.program_id
     where c.organization_id = :organization and c.id = :cohort
       and (:reachesAll::boolean or cardinality(${COACHED}) > 0)`,
  )
  .returning<{
    id: string;
    name: string;
    programId: string;
    programName: string;
    status: string;
    timezone: string;
    startDate: string | null;
    endDate: string | null;
    today: string;
  }>();

const STATUSES: (keyof EnrollmentsByStatus)[] = [
  'pending',
  'active',
  'paused',
  'completed',
  'withdrawn',
  'failed',
  'transferred',
];

export interface EnrollmentsRow extends Omit<AnalyticsEnrollments, 'byStatus'>, EnrollmentsByStatus, QuantilesRow {
  completedInPeriod: number;
  seated: string[];
}

const COMPLETED = `m.status = 'completed' and ${within('m.closed_at')}`;

export const countEnrollments = insightTables
  .statement(
    'analytics_enrollments',
    periodParameters,
    `select ${STATUSES.map((status) => count(`m.status = '${status}'`, status)).join(', ')},
            ${count(within('m.enrolled_at'), 'entered')}, ${count(within('m.closed_at'), 'left')},
            ${count(COMPLETED, 'completedInPeriod')},
            ${quantiles(`date_part('epoch', m.closed_at - m.enrolled_at) / 86400`, COMPLETED)},
            coalesce(array_agg(m.id) filter (where m.status in (${SEATED})), '{}') as seated
     from enrollments m where ${IN_SCOPE}`,
  )
  .returning<EnrollmentsRow>();

export const countSubmissions = insightTables
  .statement(
    'analytics_submissions',
    periodParameters,
    `with firsts as (
       select distinct on (s.deliverable_id) s.member_task_id, s.submitted_at, s.status
       from enrollments m join submissions s on ${ofEnrollment('s')}
       where ${IN_SCOPE} order by s.deliverable_id, s.submitted_at, s.id)
     select count(*)::integer as "handedIn", ${count('t.due_at is not null', 'withDeadline')},
            ${count('f.submitted_at <= t.due_at', 'onTime')}, ${count(`f.status <> 'pending'`, 'reviewed')},
            ${count(`f.status = 'accepted'`, 'accepted')}
     from firsts f
     join member_tasks t on t.organization_id = :organization and t.id = f.member_task_id
     where ${within('f.submitted_at')}`,
  )
  .returning<{ handedIn: number; withDeadline: number; onTime: number; reviewed: number; accepted: number }>();

export const findReviewHours = insightTables
  .statement(
    'analytics_review_hours',
    periodParameters,
    `select count(*)::integer as sample, ${quantiles(`date_part('epoch', s.reviewed_at - s.submitted_at) / 3600`, 'true')}
     from enrollments m join submissions s on ${ofEnrollment('s')} and ${within('s.reviewed_at')}
     where ${IN_SCOPE}`,
  )
  .returning<QuantilesRow & { sample: number }>();

export const countAttendance = insightTables
  .statement(
    'analytics_attendance',
    { ...periodParameters, now: 'timestamptz' },
    `select exists (select from ${PAST_LIVES} where ${within('l.starts_at')}) as past,
            ${['present', 'absent', 'excused'].map((status) => count(`a.status = '${status}'`, status)).join(', ')}
     from ${PAST_ATTENDANCES}
     join enrollments m on m.id = a.enrollment_id and ${IN_SCOPE}
     where ${within('l.starts_at')}`,
  )
  .returning<{ past: boolean; present: number; absent: number; excused: number }>();

/** The time of an enrollment is that from its beginning to its end, in the period and in the past, without its pauses. */
export const countContacts = insightTables
  .statement(
    'analytics_contacts',
    { ...periodParameters, now: 'timestamptz' },
    `with own as materialized (
       select m.id, greatest(m.enrolled_at, :since::timestamptz) as began,
              least(m.closed_at, :before::timestamptz, :now::timestamptz) as ended,
              (select count(*) from enrollment_notes n where ${ofEnrollment('n')} and ${within('n.written_at')})
              + (select count(*) from coaching_sessions h where ${ofEnrollment('h')} and ${within('h.held_at')})
                as contacts
       from enrollments m where ${IN_SCOPE}),
     moves as (
       select c.enrollment_id, c.to_status, c.changed_at,
              lead(c.changed_at, 1, 'infinity') over (partition by c.enrollment_id order by c.position) as until
       from own o
       join enrollment_status_changes c on c.organization_id = :organization and c.enrollment_id = o.id),
     pauses as (
       select o.id, sum(greatest(0, date_part('epoch', least(v.until, o.ended) - greatest(v.changed_at, o.began)))) as seconds
       from own o join moves v on v.enrollment_id = o.id and v.to_status = 'paused' group by o.id),
     times as (
       select o.contacts, greatest(0, date_part('epoch', o.ended - o.began) - coalesce(p.seconds, 0)) as seconds
       from own o left join pauses p on p.id = o.id)
     select coalesce(sum(contacts), 0)::integer as contacts, coalesce(sum(seconds), 0)::double precision as seconds,
            ${count('seconds > 0', 'sample')}
     from times`,
  )
  .returning<{ contacts: number; seconds: number; sample: number }>();

export const countInterventions = insightTables
  .statement(
    'analytics_interventions',
    periodParameters,
    `select ${count(within('i.planned_at'), 'planned')},
            ${count(`i.status = 'completed' and ${within('i.closed_at')}`, 'completed')},
            ${count(`i.status = 'cancelled' and ${within('i.closed_at')}`, 'cancelled')},
            ${count(`i.status = 'completed' and ${within('i.closed_at')} and i.closed_at <= i.due_at`, 'onTime')}
     from enrollments m join interventions i on ${ofEnrollment('i')}
     where ${IN_SCOPE}`,
  )
  .returning<{ planned: number; completed: number; cancelled: number; onTime: number }>();

/** SQL: the value of the kind that counts, of the entries `e` that are grouped. */
const counting = (kind: string): string =>
  `(array_agg(e.value order by e.measured_at desc, e.recorded_at desc, e.id desc) filter (where e.kind = '${kind}'))[1]`;

export type OutcomeRow = NewRow<OutcomeMeasureEntity> & {
  readings: number | null;
  sample: number | null;
  change: number | null;
};

export const listOutcomeChanges = insightTables
  .statement(
    'analytics_outcomes',
    { cohort: 'uuid', before: 'timestamptz', ...reachParameters },
    `with pairs as (
       select e.outcome_measure_id, ${counting('reading')} as latest, ${counting('baseline')} as baseline
       from enrollments m
       join outcome_entries e on ${ofEnrollment('e')} and e.voided_at is null and e.measured_at < :before::timestamptz
       where ${IN_SCOPE} group by e.outcome_measure_id, m.id),
     changes as (
       select outcome_measure_id, count(latest)::integer as readings, count(latest - baseline)::integer as sample,
              avg(latest - baseline)::double precision as change
       from pairs group by outcome_measure_id)
     select o.id, o.program_id as "programId", o.key, o.name, o.unit, o.direction, o.min, o.max, o.decimals,
            o.self_report as "selfReport", o.status, g.readings, g.sample, g.change
     from cohorts c
     join outcome_measures o on o.organization_id = :organization and o.program_id = c.program_id
     left join changes g on g.outcome_measure_id = o.id
     where c.organization_id = :organization and c.id = :cohort
       and (o.status = 'active' or g.outcome_measure_id is not null)
     order by o.id`,
  )
  .returning<OutcomeRow>();
