import { interleaved } from '../support/interleaved.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const MEMBERS = 1_000;
const WEEKS = 52;

/** The analytics of a cohort over a year, beside its cockpit. */
export async function measureAnalytics(stage: Stage, _effort: Effort): Promise<Row[]> {
  const cohortId = await addLargeCohort(stage, MEMBERS);
  await addYear(stage, cohortId);
  const service = await startService(stage);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const paths = {
    cockpit: `/cohorts/${cohortId}/cockpit`,
    analytics: `/cohorts/${cohortId}/analytics?from=${day(-364)}&to=${day(0)}`,
    history: `/cohorts/${cohortId}/cockpit/history?from=${day(-364)}&to=${day(0)}`,
  };
  const times = await interleaved(paths, (path) =>
    fetch(`${service.url}/api/v1${path}`, { headers: { 'x-api-key': stage.apiKey } }),
  );
  await service.stop();
  return [
    {
      measure: `cockpit of ${MEMBERS.toLocaleString('en')} members with a year behind them, p95`,
      value: times.cockpit,
      unit: 'ms',
    },
    {
      measure: 'its analytics over the year ÷ the cockpit',
      value: times.analytics / times.cockpit,
      unit: '×',
      wanted: '≤ 10',
    },
    { measure: 'its cockpit history of the year ÷ the cockpit', value: times.history / times.cockpit, unit: '×' },
  ];
}

/** For each member of a week a note and an attendance, four interventions and eight readings of two measures in the year. */
async function addYear({ admin, organizationId, ownerAccountId }: Stage, cohortId: string): Promise<void> {
  const ids = [organizationId, ownerAccountId, cohortId];
  const of = (what: string): string => `${what} from enrollments e cross join generate_series(1, ${WEEKS}) week
    cross join lateral (select now() - week * interval '7 days' as at, $2::uuid as account) d
    where e.organization_id = $1 and e.cohort_id = $3`;
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `update enrollments set enrolled_at = now() - interval '1 year' where organization_id = $1 and cohort_id = $2`,
    [organizationId, cohortId],
  );
  await admin.query(
    `with sessions as (
       insert into live_sessions (organization_id, id, title, starts_at, ends_at, timezone, status, created_by, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), 'Week ' || n, now() - n * interval '7 days',
         now() - n * interval '7 days' + interval '1 hour', 'Europe/Paris', 'scheduled', $2::uuid, now(), now()
       from generate_series(1, ${WEEKS}) n returning id, starts_at),
     shown as (
       insert into live_session_cohorts (organization_id, id, live_session_id, cohort_id)
       select $1::uuid, gen_random_uuid(), id, $3::uuid from sessions)
     insert into attendances (organization_id, id, live_session_id, session_starts_at, enrollment_id, status, recorded_by, recorded_at)
     select $1::uuid, gen_random_uuid(), s.id, s.starts_at, e.id,
       case when random() < 0.8 then 'present' when random() < 0.5 then 'absent' else 'excused' end, $2::uuid, s.starts_at
     from sessions s cross join enrollments e where e.organization_id = $1 and e.cohort_id = $3`,
    ids,
  );
  await admin.query(
    `insert into enrollment_notes (organization_id, id, enrollment_id, body, written_by, written_at)
     ${of(`select e.organization_id, gen_random_uuid(), e.id, 'A note', d.account, d.at`)}`,
    ids,
  );
  await admin.query(
    `insert into interventions (organization_id, id, enrollment_id, reason, title, channel, owner_account_id, due_at, expected_outcome,
       status, outcome, closed_at, closed_by, planned_by, planned_at)
     ${of(`select e.organization_id, gen_random_uuid(), e.id, 'late', 'Call', 'call', d.account, d.at, 'A date', 'completed', 'Done',
       d.at, d.account, d.account, d.at - interval '2 days'`)} and week % 13 = 0`,
    ids,
  );
  await admin.query(
    `with measures as (
       insert into outcome_measures (organization_id, id, program_id, key, name, direction, decimals, self_report, status,
         created_at, updated_at)
       select c.organization_id, gen_random_uuid(), c.program_id, 'measure_' || n, 'Measure', 'increase', 0, true, 'active',
         now() - interval '1 year', now()
       from cohorts c cross join generate_series(1, 2) n where c.organization_id = $1 and c.id = $3 returning id)
     insert into outcome_entries (organization_id, id, enrollment_id, outcome_measure_id, kind, value, measured_at, recorded_by, recorded_at)
     select e.organization_id, gen_random_uuid(), e.id, m.id, case when week = 52 then 'baseline' else 'reading' end,
       floor(random() * 10), now() - week * interval '7 days', $2::uuid, now() - week * interval '7 days'
     from enrollments e cross join measures m cross join generate_series(1, ${WEEKS}) week
     where e.organization_id = $1 and e.cohort_id = $3 and week % 13 = 0`,
    ids,
  );
  await admin.query(
    `insert into cockpit_days (organization_id, id, cohort_id, date, sections, as_of)
     select $1::uuid, gen_random_uuid(), $2::uuid, current_date - n, '{"members":{"total":1000},"rhythm":{"late":10}}', now()
     from generate_series(0, 364) n`,
    [organizationId, cohortId],
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
}
