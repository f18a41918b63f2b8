import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { untilSomebodyWaits } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { useApp } from '../support/use-school.js';

const app = useApp();
let stopping: TestApp;

beforeAll(async () => {
  stopping = await startTestApp({ LOCK_TIMEOUT_MS: 20_000 }, app);
});

it('lets a write whose client is gone come to its end before the connections close', async () => {
  const school = await School.open(app);
  const programId = await school.program('archived');
  const key = await school.key(school.owner.memberId, school.owner.accountId);
  await app.rows.query('begin');
  await school.rows('select 1 from programs where organization_id = $1 and id = $2 for update', programId);

  const client = new AbortController();
  const sent = fetch(`${stopping.url}/api/v1/programs/${programId}/restore`, {
    method: 'POST',
    headers: { 'x-api-key': key.text, 'Idempotency-Key': randomUUID() },
    signal: client.signal,
  }).catch(() => 'aborted');
  await untilSomebodyWaits(school);
  client.abort();
  expect(await sent).toBe('aborted');

  let closed = false;
  const closing = stopping.nest.close().then(() => {
    closed = true;
  });
  await delay(200);
  expect(closed).toBe(false);
  await app.rows.query('commit');
  await closing;

  const { rows } = await school.rows<{ status: string }>(
    'select status from programs where organization_id = $1 and id = $2',
    programId,
  );
  expect(rows[0].status).toBe('active');
  expect((await school.trail()).audit).toHaveLength(1);
  await stopping.rows.end();
});
