import { expect, it } from '@jest/globals';
import { DeliverySweep } from '#contexts/webhooks/delivery/delivery-sweep.js';
import { whileHeld } from '../support/held-rows.js';
import { linesOf } from '../support/log-lines.js';
import { runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';

const DAY_MS = 86_400_000;

const app = useApp({ settings: { WEBHOOK_DELIVERY_RETENTION_DAYS: 7, LOCK_TIMEOUT_MS: 500 } });
const sweep = (school: School): Promise<number> => runJob(school, DeliverySweep);

async function finished(school: School, subscriptionId: string, status = 'failed'): Promise<string> {
  const id = await school.delivery(subscriptionId, { status, due_at: null, completed_at: app.now(), attempt_count: 1 });
  await school.insert('webhook_delivery_attempts', {
    delivery_id: id,
    number: 1,
    attempted_at: app.now(),
    latency_ms: 5,
  });
  return id;
}

const left = async (school: School): Promise<[string[], number]> => {
  const deliveries = await school.rows<{ id: string }>(
    'select id from webhook_deliveries where organization_id = $1 order by id',
  );
  const attempts = await school.rows('select 1 from webhook_delivery_attempts where organization_id = $1');
  return [deliveries.rows.map(({ id }) => id), attempts.rows.length];
};

it('deletes what finished longer ago than the configured days, with its attempts, and nothing that is pending', async () => {
  const school = await School.open(app);
  const subscriptionId = await school.subscription();
  await finished(school, subscriptionId, 'failed');
  await finished(school, subscriptionId, 'succeeded');
  const pending = await school.delivery(subscriptionId);
  app.moveClock(6 * DAY_MS);
  const recent = await finished(school, subscriptionId);
  await sweep(school);
  expect((await left(school))[0]).toHaveLength(4);
  app.moveClock(8 * DAY_MS);
  await sweep(school);
  expect(linesOf(app, 'deleted what is older than its retention time').at(-1)).toMatchObject({
    context: 'DeliverySweep',
    rows: 2,
  });
  expect(await left(school)).toEqual([[pending, recent].sort(), 1]);
  app.moveClock(0);
});

it('deletes a thousand at a time until none is left, and skips what another transaction holds', async () => {
  const school = await School.open(app);
  const subscriptionId = await school.subscription();
  const held = await finished(school, subscriptionId);
  await school.rows(
    `insert into events (organization_id, id, name, data, correlation_id, occurred_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'group.created', '{}', 'built', $2
     from generate_series(1, 2001) i`,
    app.now(),
  );
  await school.rows(
    `insert into webhook_deliveries
       (organization_id, id, subscription_id, event_id, event_name, status, created_at, completed_at)
     select $1, e.id, $2, e.id, 'group.created', 'succeeded', $3, $3 from events e
     where e.organization_id = $1 and e.correlation_id = 'built' and e.id < '01000000-0000-0000-0000-000000000000'`,
    subscriptionId,
    app.now(),
  );
  app.moveClock(8 * DAY_MS);
  const lock = {
    sql: 'select from webhook_deliveries where organization_id = $1 and id = $2 for update',
    values: [held],
  };
  await whileHeld(school, lock, async () => expect(await sweep(school)).toBe(3));
  expect(await left(school)).toEqual([[held], 1]);
  await sweep(school);
  expect(await left(school)).toEqual([[], 0]);
  app.moveClock(0);
});
