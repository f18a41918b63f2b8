import { afterAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { announced, withDatabase } from '../support/database-server.js';
import { countWaiting, whileHeld } from '../support/held-rows.js';
import { type Run, Workplace } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const TASKS = 1_600;
/** Some 12 MB, of which a part has 256 kB. */
const ROWS = 600;
const place = new Workplace();

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
const { app, school } = useSchool({ settings: { ERASURE_DELAY_DAYS: 0 } });

function startWorker(): Run {
  const database = new URL(app.databaseUrl).pathname.slice(1);
  return place.node('main', [], {
    ...announced().settings,
    ...{ NODE_ENV: 'production', ROLE: 'worker', LOCK_TIMEOUT_MS: '60000', LOG_LEVEL: 'warn' },
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
  });
}

/** Kills a worker while so many of its transactions wait for a lock. */
async function killWaiting(worker: Run, transactions: number): Promise<void> {
  await until(async () => (await countWaiting(school)) >= transactions, { what: 'waiting', withinMs: 60_000 });
  worker.child.kill('SIGKILL');
  expect((await worker.ended).signal).toBe('SIGKILL');
}

/** Starts a worker in the place of one that was killed, without the wait of 30 seconds. */
async function takeOver(): Promise<Run> {
  await school.rows(
    'update scheduled_jobs set leased_until = now() where organization_id = $1 and leased_until is not null',
  );
  return startWorker();
}

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await school.rows<{ count: number }>(`select count(*)::integer as count from ${sql}`, ...values)).rows[0].count;

/** The audit entries of the service and the events of a name. */
const trailOf = async (name: string): Promise<[entries: number, events: number]> => [
  await count('audit_entries where organization_id = $1 and actor_id is null and action = $2', name),
  await count('events where organization_id = $1 and name = $2', name),
];

it('an export and the firings of a rule, whose worker was killed in between, are whole and there once', async () => {
  const { client } = school.owner;
  const timing = { signal: 'member_task.due', offsetMinutes: 0 };
  const rule = (await client.post('/reminder-rules', { name: 'Due', ...timing })).body.data.id as string;
  const enrollment = await school.enrollment();
  await school.rows(
    `insert into interventions (organization_id, id, enrollment_id, reason, title, channel, owner_account_id, due_at,
       expected_outcome, status, planned_by, planned_at)
     select $1, gen_random_uuid(), $2, 'late', 'A call', 'call', $3, $4, repeat('x', 20000), 'planned', $3, $4
     from generate_series(1, ${ROWS})`,
    ...[enrollment, school.owner.accountId, new Date()],
  );
  const due = new Date();
  await school.rows(
    `insert into member_tasks (organization_id, id, enrollment_id, title, status, due_at, created_by, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'Task', 'published', $3, $4, $3, $3 from generate_series(1, ${TASKS})`,
    ...[enrollment, due, school.owner.accountId],
  );
  const exported = (await client.post('/exports', { kind: 'interventions', format: 'jsonl' })).body.data.id as string;
  // The third step of firings waits for this one, the export for its own row as soon as it has a part.
  const firing = `insert into reminder_firings
      (organization_id, id, reminder_rule_id, resource_type, resource_id, enrollment_id, due_at, moment, fired_at, outcome)
    select $1, gen_random_uuid(), $2, 'member_task', t.id, $3, $4, $4, $4, 'fired' from (
      select id from member_tasks where organization_id = $1 order by id offset 1200 limit 1) t`;
  const row = { sql: 'select 1 from exports where organization_id = $1 and id = $2 for update', values: [exported] };
  await whileHeld(school, { sql: firing, values: [rule, enrollment, due] }, async () => {
    const worker = startWorker();
    await until(async () => (await count('export_parts where organization_id = $1')) > 0, {
      everyMs: 2,
      withinMs: 120_000,
    });
    await whileHeld(school, row, () => killWaiting(worker, 2));
  });
  const parts = await count('export_parts where organization_id = $1');
  expect([parts > 0, parts < 40]).toEqual([true, true]);
  expect(await trailOf('export.ready')).toEqual([0, 0]);
  expect(await trailOf('reminder.due')).toEqual([1_000, 1_000]);
  const other = await takeOver();

  await until(async () => (await client.get(`/exports/${exported}`)).body.data.status === 'ready', {
    withinMs: 60_000,
  });
  const link = await client.post(`/exports/${exported}/links`);
  const { text } = await request(app.url)
    .get(new URL(link.body.data.url as string).pathname)
    .buffer(true);
  const rows = text.trimEnd().split('\n');
  expect([rows.length, new Set(rows.map((row) => (JSON.parse(row) as { id: string }).id)).size]).toEqual([ROWS, ROWS]);
  expect(await trailOf('export.ready')).toEqual([1, 1]);

  const firings = 'reminder_firings where organization_id = $1';
  await until(async () => (await count(firings)) === TASKS, { withinMs: 60_000 });
  expect(await trailOf('reminder.due')).toEqual([TASKS, TASKS]);
  const told = `(select distinct data ->> 'resourceId' from events where organization_id = $1 and name = 'reminder.due') t`;
  expect(await count(told)).toBe(TASKS);
  other.child.kill('SIGTERM');
  await other.ended;
});

it('an erasure whose worker was killed in between is carried out once', async () => {
  const second = await school.person('OWNER');
  const { memberId } = await school.formerMember();
  const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
  await school.note(enrollment, { body: 'A note' });
  const intervention = await school.intervention(enrollment, { title: 'A call' });
  const asked = await school.owner.client.post(`/members/${memberId}/erasures`, { reason: 'Asked for it' });
  const erasure = asked.body.data.id as string;
  await second.client.post(`/erasures/${erasure}/approve`);
  const sql = 'select 1 from interventions where organization_id = $1 and id = $2 for update';
  await whileHeld(school, { sql, values: [intervention] }, () => killWaiting(startWorker(), 1));
  expect(await count('erasure_steps where organization_id = $1')).toBeGreaterThan(1);
  expect((await school.owner.client.post(`/erasures/${erasure}/cancel`)).status).toBe(409);
  await takeOver();

  const status = async () => (await school.owner.client.get(`/erasures/${erasure}`)).body.data.status as string;
  await until(async () => (await status()) === 'carried_out', { withinMs: 60_000 });
  const { rows } = await school.rows(
    `select n.body, i.title, m.name from enrollment_notes n, interventions i, members m
     where n.organization_id = $1 and i.organization_id = $1 and m.organization_id = $1 and m.id = $2`,
    memberId,
  );
  expect(rows).toEqual([{ body: '[erased]', title: '[erased]', name: 'Erased person' }]);
  expect(await trailOf('member.erased')).toEqual([1, 1]);
});
