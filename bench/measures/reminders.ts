import { setTimeout as delay } from 'node:timers/promises';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const ENROLLMENTS = 5_000;
const RULES = 50;
const MINUTE_S = 60;
/** Statistics of idle sessions reach the view within ten seconds. */
const SETTLE_MS = 12_000;

/** How many things of each kind are due within 30 days, and the rules of its signal. */
const KINDS = [
  { signal: 'member_task.due', things: 80_000, rules: 30 },
  { signal: 'coaching_session.start', things: 10_000, rules: 6 },
  { signal: 'intervention.due', things: 10_000, rules: 6 },
  { signal: 'review.due', things: 0, rules: 2 },
  { signal: 'live_session.start', things: 0, rules: 2 },
  { signal: 'milestone.due', things: 0, rules: 2 },
  { signal: 'enrollment.no_contact', things: 0, rules: 2 },
];

/** The time that the database spends in a minute on 50 rules over 100,000 due things, beside that of an idle service. */
export async function measureReminders(stage: Stage, effort: Effort): Promise<Row[]> {
  const seconds = effort.rounds > 1 ? MINUTE_S : MINUTE_S / 6;
  await addDueThings(stage, await addLargeCohort(stage, ENROLLMENTS));
  const service = await startService(stage);
  const idle = await databaseTime(stage, seconds);
  await addRules(stage);
  const withRules = await databaseTime(stage, seconds);
  const { rows } = await stage.admin.query<{ fired: number }>('select count(*)::int as fired from reminder_firings');
  await service.stop();
  const things = KINDS.reduce((sum, kind) => sum + kind.things, 0).toLocaleString('en');
  return [
    { measure: 'database time of an idle service', value: idle, unit: 'ms a minute' },
    {
      measure: `… of ${RULES} reminder rules over ${things} due things besides`,
      value: withRules - idle,
      unit: 'ms a minute',
      wanted: '≤ 1000',
    },
    { measure: '… reminders that fired meanwhile', value: rows[0].fired, unit: '' },
  ];
}

async function databaseTime({ admin }: Stage, seconds: number): Promise<number> {
  const activeTime = async (): Promise<number> => {
    await delay(SETTLE_MS);
    const { rows } = await admin.query<{ ms: number }>(
      `select active_time as ms from pg_stat_database where datname = current_database()`,
    );
    return rows[0].ms;
  };
  const [before, startedAt] = [await activeTime(), performance.now()];
  await delay(seconds * 1_000);
  const spent = (await activeTime()) - before;
  return (spent / (performance.now() - startedAt)) * MINUTE_S * 1_000;
}

async function addDueThings({ admin, organizationId, ownerAccountId }: Stage, cohortId: string): Promise<void> {
  const add = (things: number, insert: string): Promise<unknown> =>
    admin.query(
      `with people as (select id, row_number() over () as i from enrollments where organization_id = $1 and cohort_id = $3)
       ${insert}
       from generate_series(1, ${things}) n join people p on p.i = n % ${ENROLLMENTS} + 1
       cross join lateral (select now() + n * interval '30 days' / ${things} as at, $2::uuid as account) d`,
      [organizationId, ownerAccountId, cohortId],
    );
  await add(
    KINDS[0].things,
    `insert into member_tasks (organization_id, id, enrollment_id, title, due_at, status, created_by, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), p.id, 'Task', d.at, 'published', d.account, now(), now()`,
  );
  await add(
    KINDS[1].things,
    `insert into coaching_sessions (organization_id, id, enrollment_id, status, scheduled_at, created_by, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), p.id, 'planned', d.at, d.account, now(), now()`,
  );
  await add(
    KINDS[2].things,
    `insert into interventions (organization_id, id, enrollment_id, reason, title, channel, owner_account_id, due_at,
       expected_outcome, status, planned_by, planned_at)
     select $1::uuid, gen_random_uuid(), p.id, 'late', 'Call', 'call', d.account, d.at, 'A date', 'planned', d.account, now()`,
  );
  await admin.query('vacuum analyze');
}

/** Rules with offsets from three days before to an hour after, and the job that looks at them. */
async function addRules({ admin, organizationId, ownerAccountId }: Stage): Promise<void> {
  for (const { signal, rules } of KINDS) {
    await admin.query(
      `insert into reminder_rules (organization_id, id, name, signal, offset_minutes, days, status, active_since, created_by,
         created_at, updated_at)
       select $1, gen_random_uuid(), 'Rule ' || n, $2::text,
         case when $2::text <> 'enrollment.no_contact' then 60 - n * 140 end,
         case when $2::text = 'enrollment.no_contact' then n * 7 end, 'active', now(), $3, now(), now()
       from generate_series(1, ${rules}) n`,
      [organizationId, signal, ownerAccountId],
    );
  }
  await admin.query(
    `insert into scheduled_jobs (organization_id, id, name, due_at) values ($1, gen_random_uuid(), 'reminders', now())`,
    [organizationId],
  );
}
