import { expect, it } from '@jest/globals';
import { JobWorker } from '#kernel/jobs';
import { IdempotencySweep } from '../../src/kernel/idempotency/idempotency-sweep.js';
import { afterWaitingFor, whileHeld } from '../support/held-rows.js';
import { runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useApp } from '../support/use-school.js';

const DAY_MS = 86_400_000;
const body = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };

const app = useApp({ settings: { IDEMPOTENCY_RETENTION_DAYS: 7, LOCK_TIMEOUT_MS: 500 } });

it('removes keys older than the configured days and no others', async () => {
  const school = await School.open(app);
  const send = (idempotencyKey: string) => school.owner.client.post('/groups', body, { idempotencyKey });
  const first = await send('kept');
  app.moveClock(6 * DAY_MS);
  await runJob(school, IdempotencySweep);
  expect((await send('kept')).body).toMatchObject({ replayed: true, data: { id: first.body.data.id } });
  app.moveClock(8 * DAY_MS);
  await runJob(school, IdempotencySweep);
  expect((await school.trail()).keys).toBe(0);
  app.moveClock(0);
  expect((await send('kept')).body.replayed).toBe(false);
});

it('leaves the keys of an organization that cannot be swept to the next time, and holds up no other', async () => {
  const [locked, free] = [await School.open(app), await School.open(app)];
  for (const school of [locked, free]) await school.owner.client.post('/groups', body, { idempotencyKey: 'old' });
  const worker = app.nest.get(JobWorker, { strict: false });
  app.moveClock(8 * DAY_MS);
  const lock = { sql: 'select from idempotency_keys where organization_id = $1 for update' };
  await whileHeld(locked, lock, () => worker.runOnce());
  expect([(await locked.trail()).keys, (await free.trail()).keys]).toEqual([1, 0]);
  app.moveClock(8 * DAY_MS + 60_000);
  await worker.runOnce();
  expect((await locked.trail()).keys).toBe(0);
  app.moveClock(0);
});

it('removes them a few thousand at a time, until none is left', async () => {
  const school = await School.open(app);
  await school.rows(`insert into idempotency_keys
      (organization_id, id, operation, target, key, fingerprint, path_target, created_at)
    select $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'create_group', '', 'old-' || i, '', '', now()
    from generate_series(1, 10001) i`);
  expect(await runJob(school, IdempotencySweep)).toBe(3);
  expect((await school.trail()).keys).toBe(0);
  expect(await runJob(school, IdempotencySweep)).toBe(1);
});

it('lets a claim that meets the removal of its key wait, and count as a first request', async () => {
  const school = await School.open(app);
  await school.owner.client.post('/groups', body, { idempotencyKey: 'met' });
  // One that has not seen the key, and so claims it; who has seen it looks first, and still finds it.
  const other = await startTestApp({}, app);
  const send = () =>
    fetch(`${other.url}/api/v1/groups`, {
      method: 'POST',
      headers: {
        'x-api-key': school.owner.client.apiKey ?? '',
        'idempotency-key': 'met',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  try {
    const remove = { sql: 'delete from idempotency_keys where organization_id = $1' };
    const second = await afterWaitingFor(school, remove, send);
    expect([second.status, await second.json()]).toEqual([201, expect.objectContaining({ replayed: false })]);
  } finally {
    await other.close();
  }
  expect((await school.trail()).keys).toBe(1);
});
