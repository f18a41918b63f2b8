import { insightTables } from '../insights.tables.js';
import { daysLater } from './days-later.js';
import { IN_SCOPE, ofEnrollment, periodParameters, within } from './cohort-analytics.statements.js';

/** Days after which the rhythm is looked at again. */
const EFFECT_DAYS = 14;

export interface EffectRow {
  /** Interventions that were completed in the period. */
  completed: number;
  /** Those of which the days after have passed. */
  passed: number;
  improved: number;
  unchanged: number;
  worsened: number;
}

/** SQL: the deadline of the task `t` as it stood at the point `p`. Extensions keep former deadlines; other changes keep none. */
const DEADLINE = `case when t.extended then coalesce((
  select x.from_due_at from deadline_extension_tasks x
  join deadline_extensions g on g.organization_id = :organization and g.id = x.deadline_extension_id
  where x.organization_id = :organization and x.member_task_id = t.id and g.granted_at > p.at
  order by g.granted_at, g.id limit 1), t.due_at) else t.due_at end`;

/** SQL condition: the task `d` was completed at the instant of its point. A reopening keeps the completion before it. */
const WAS_COMPLETED = `(coalesce(d.completed_at <= d.at, false) or d.reopened and exists (
  select from member_task_reopenings r
  where r.organization_id = :organization and r.member_task_id = d.task_id
    and r.completed_at <= d.at and r.reopened_at > d.at))`;

/**
 * Compares the member's rhythm when an intervention was planned with that some days after it was completed. The rhythm at an
 * instant follows from facts with dates: the same rules as in the cockpit, over what was so then. docs/0013 says more.
 */
export const findEffect = insightTables
  .statement(
    'analytics_intervention_effect',
    { ...periodParameters, timezone: 'text', now: 'timestamptz' },
    `with completed as materialized (
       select i.id, i.enrollment_id, i.planned_at, d.later as looked_at
       from enrollments m join interventions i on ${ofEnrollment('i')} and i.status = 'completed' and ${within('i.closed_at')}
       cross join lateral ${daysLater('i.closed_at', EFFECT_DAYS, ':timezone::text')} d
       where ${IN_SCOPE}),
     passed as materialized (
       select id, enrollment_id, planned_at, looked_at from completed where looked_at <= :now::timestamptz),
     points as materialized (
       select id, enrollment_id, 'before' as side, planned_at as at from passed
       union all
       select id, enrollment_id, 'after', looked_at from passed),
     tasks as materialized (
       select t.id, t.enrollment_id, t.due_at, t.published_at, t.completed_at, t.archived_at,
              (select min(s.submitted_at) from submissions s
               where s.organization_id = :organization and s.enrollment_id = t.enrollment_id
                 and s.member_task_id = t.id) as submitted_at,
              exists (select from deadline_extension_tasks x
                      where x.organization_id = :organization and x.member_task_id = t.id) as extended,
              exists (select from member_task_reopenings r
                      where r.organization_id = :organization and r.member_task_id = t.id) as reopened
       from (select distinct enrollment_id from passed) n
       join member_tasks t on t.organization_id = :organization and t.enrollment_id = n.enrollment_id
         and t.published_at is not null),
     dated as (
       select p.id, p.side, p.at, t.id as task_id, t.submitted_at, t.completed_at, t.reopened, ${DEADLINE} as due_at
       from points p
       join tasks t on t.enrollment_id = p.enrollment_id and t.published_at <= p.at
         and (t.archived_at is null or t.archived_at > p.at)),
     work as (
       select d.id, d.side, bool_or(
                d.due_at < d.at and (d.submitted_at is null or d.submitted_at > d.at) and not ${WAS_COMPLETED}) as late
       from dated d where d.due_at is not null group by d.id, d.side),
     rhythms as materialized (
       select p.id, p.side, case
                when exists (
                  select from blockers b
                  where b.organization_id = :organization and b.enrollment_id = p.enrollment_id and b.opened_at <= p.at
                    and (b.resolved_at is null or b.resolved_at > p.at)) then 0
                when w.late then 1
                when not w.late then 2 end as rank
       from points p left join work w on w.id = p.id and w.side = p.side)
     select (select count(*)::integer from completed) as completed, (select count(*)::integer from passed) as passed,
            count(*) filter (where a.rank > b.rank)::integer as improved,
            count(*) filter (where a.rank = b.rank)::integer as unchanged,
            count(*) filter (where a.rank < b.rank)::integer as worsened
     from rhythms b join rhythms a on a.id = b.id and a.side = 'after'
     where b.side = 'before'`,
  )
  .returning<EffectRow>();
