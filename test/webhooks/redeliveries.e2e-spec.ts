import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, readDeliveries, subscribeAndVerify, workerOf } from './subscribing.js';

setUp();

const redeliver = (id: string, since: Date | string, of = school) =>
  of.owner.client.post(`/webhook-subscriptions/${id}/redeliveries`, {
    since: since instanceof Date ? since.toISOString() : since,
  });
const names = (): string[] => receiver.arrivals.map(({ event }) => String(event.data.name));

describe('redelivering everything since an instant', () => {
  it('sends again, under the same ids, what was delivered since then, and nothing from before', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school, 'Before');
    await workerOf(app).runOnce();
    app.moveClock(60_000);
    const since = app.now();
    await createGroup(school, 'After one');
    await createGroup(school, 'After two');
    await workerOf(app).runOnce();
    const first = receiver.ids;
    expect(names()).toEqual(['Before', 'After one', 'After two']);

    app.moveClock(120_000);
    const response = await redeliver(id, since);
    expect([response.status, response.body.data]).toEqual([
      200,
      { subscriptionId: id, since: since.toISOString(), scheduled: 2 },
    ]);
    await workerOf(app).runOnce();
    expect(names().slice(3).sort()).toEqual(['After one', 'After two']);
    expect(receiver.ids).toEqual(first);
    expect((await readDeliveries(school, id)).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['succeeded', 2],
      ['succeeded', 2],
      ['succeeded', 1],
    ]);
  });

  it('leaves what is pending as it is, and another subscription, and another school', async () => {
    const id = await school.subscription();
    const other = await school.subscription();
    const pending = await school.delivery(id);
    const failed = await school.delivery(id, { status: 'failed', due_at: null });
    await school.delivery(other, { status: 'failed', due_at: null });
    const elsewhere = await School.open(app);
    expect((await redeliver(id, '2020-01-01T00:00:00Z', elsewhere)).status).toBe(404);
    expect((await redeliver(id, '2020-01-01T00:00:00Z')).body.data).toMatchObject({ scheduled: 1 });
    const { rows } = await school.rows<{ id: string; status: string }>(
      'select id, status from webhook_deliveries where organization_id = $1 order by id',
    );
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'failed']);
    expect(rows.slice(0, 2).map((row) => row.id)).toEqual([pending, failed]);
  });

  it('sends now what waits for its next attempt, and leaves what is due, under way, completed or older', async () => {
    const id = await school.subscription();
    const soon = new Date(app.now().getTime() + 3_600_000);
    const waiting = { due_at: soon, round_attempts: 3, attempt_count: 3 };
    const made = {
      waiting: await school.delivery(id, waiting),
      due: await school.delivery(id, { round_attempts: 1 }),
      underWay: await school.delivery(id, { ...waiting, lease_token: id }),
      failed: await school.delivery(id, { status: 'failed', due_at: null }),
      older: await school.delivery(id, { ...waiting, created_at: new Date('2019-01-01T00:00:00Z') }),
    };
    const rows = async () => {
      const found = await school.rows<{ id: string; due_at: Date | null; round_attempts: number }>(
        'select id, due_at, round_attempts from webhook_deliveries where organization_id = $1',
      );
      return new Map(found.rows.map((row) => [row.id, row]));
    };
    const before = await rows();
    const body = { since: '2020-01-01T00:00:00Z', deliveries: 'waiting' };
    const send = (of = school) => of.owner.client.post(`/webhook-subscriptions/${id}/redeliveries`, body);
    expect((await send(await School.open(app))).status).toBe(404);
    expect((await send()).body.data).toMatchObject({ scheduled: 1 });
    expect((await send()).body.data).toMatchObject({ scheduled: 0 });
    const after = await rows();
    expect(after.get(made.waiting)).toMatchObject({ round_attempts: 0 });
    expect(after.get(made.waiting)?.due_at?.getTime()).toBeLessThan(soon.getTime());
    for (const name of ['due', 'underWay', 'failed', 'older'] as const) {
      expect([name, after.get(made[name])]).toEqual([name, before.get(made[name])]);
    }
    const one = (name: keyof typeof made) => school.owner.client.post(`/webhook-deliveries/${made[name]}/redeliver`);
    expect((await one('older')).body.data).toMatchObject({ status: 'pending', attemptCount: 3 });
    for (const name of ['older', 'due', 'underWay'] as const)
      expect([name, (await one(name)).status]).toEqual([name, 409]);
  });

  it('with nothing to send is 200 with an audit entry and no event', async () => {
    const id = await school.subscription();
    expect((await redeliver(id, '1900-01-01T00:00:00Z')).body.data).toMatchObject({ scheduled: 0 });
    const { audit, events } = await school.trail();
    expect([audit.length, events.length]).toEqual([1, 0]);
  });

  it('refuses an instant to come and more than 10,000 deliveries, and changes nothing', async () => {
    const id = await school.subscription();
    const late = await redeliver(id, new Date(app.now().getTime() + 60_000));
    expect([late.status, late.body.details]).toEqual([400, [{ field: 'since', issue: 'must be in the past' }]]);
    const delivery = await school.delivery(id, { status: 'succeeded', due_at: null });
    const ids = Array.from({ length: 10_000 }, () => randomUUID());
    // Two statements: Citus plans no insert of rows that another one returns.
    await school.rows(
      `insert into events
       select (jsonb_populate_record(e, jsonb_build_object('id', made.id))).*
       from webhook_deliveries d join events e on e.organization_id = d.organization_id and e.id = d.event_id,
         unnest($3::uuid[]) as made (id)
       where d.organization_id = $1 and d.id = $2`,
      delivery,
      ids,
    );
    await school.rows(
      `insert into webhook_deliveries
       select (jsonb_populate_record(d, jsonb_build_object('id', made.id, 'event_id', made.id))).*
       from webhook_deliveries d, unnest($3::uuid[]) as made (id)
       where d.organization_id = $1 and d.id = $2`,
      delivery,
      ids,
    );
    const refused = await redeliver(id, '1970-01-01T00:00:00Z');
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    const { rows } = await school.rows(
      `select 1 from webhook_deliveries where organization_id = $1 and status = 'pending'`,
    );
    expect(rows).toEqual([]);
  });
});
