import { expect, it } from '@jest/globals';
import { EventDispatcher } from '#contexts/webhooks/delivery/event-dispatcher.js';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, subscribe } from './subscribing.js';

const SUBSCRIPTIONS = 3_000;
const EVENTS = 10;

setUp();

it('gives every event to a subscription to *, its own creation included, and no event twice', async () => {
  const all = await subscribe(school, receiver, ['*', 'group.created']);
  const groups = await subscribe(school, receiver, ['group.created']);
  await createGroup(school);
  await school.owner.client.post('/programs', { name: 'Coaching skills' });
  const dispatcher = app.nest.get(EventDispatcher, { strict: false });
  while ((await dispatcher.dispatch(school.id)).more);
  const named = async (id: string): Promise<string[]> =>
    (
      await school.rows<{ name: string }>(
        `select event_name as name from webhook_deliveries where organization_id = $1 and subscription_id = $2 order by 1`,
        id,
      )
    ).rows.map(({ name }) => name);
  expect(await named(all)).toEqual([
    'group.created',
    'program.created',
    'webhook_subscription.created',
    'webhook_subscription.created',
  ]);
  expect(await named(groups)).toEqual(['group.created']);
});

it('makes some thousand deliveries a turn, however many subscriptions follow, and all of them in the end', async () => {
  const id = await school.subscription({ event_names: ['group.created'] });
  await school.rows(
    `insert into webhook_subscriptions
     select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
     from webhook_subscriptions s, generate_series(2, ${SUBSCRIPTIONS})
     where s.organization_id = $1 and s.id = $2`,
    id,
  );
  for (let n = 0; n < EVENTS; n += 1) await createGroup(school);
  const dispatcher = app.nest.get(EventDispatcher, { strict: false });
  const waiting = async (): Promise<number[]> => {
    const { rows } = await school.rows<{ made: number; left: number }>(
      `select (select count(*)::integer from webhook_deliveries where organization_id = $1) as made,
         (select count(*)::integer from event_outbox where organization_id = $1) as left`,
    );
    return [rows[0].made, rows[0].left];
  };
  for (const [events, more] of [
    [3, true],
    [6, true],
    [9, true],
    [10, false],
  ] as const) {
    expect((await dispatcher.dispatch(school.id)).more).toBe(more);
    expect(await waiting()).toEqual([events * SUBSCRIPTIONS, EVENTS - events]);
  }
});
