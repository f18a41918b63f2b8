import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { FeedPage } from '#contexts/webhooks/event-feed/event-feed.dto.js';
import { feedCursor } from '#contexts/webhooks/event-feed/feed-cursor.js';
import { Clock } from '#kernel/clock';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { createGroup, workerOf } from './subscribing.js';

const { app, school } = useSchool({ isOwn: true });

async function createFeed(eventNames = ['group.created'], of = school): Promise<string> {
  const response = await of.owner.client.post('/event-feeds', { name: 'Data warehouse', eventNames });
  expect([response.status, response.body.data]).toEqual([
    201,
    {
      id: expect.any(String) as unknown,
      ...{ name: 'Data warehouse', eventNames, status: 'open', closedAt: null },
      createdAt: expect.any(String) as unknown,
    },
  ]);
  return (response.body as { data: { id: string } }).data.id;
}

async function read(id: string, query = ''): Promise<FeedPage> {
  const response = await school.owner.client.get(`/event-feeds/${id}/events?${query}`);
  expect(response.status).toBe(200);
  return (response.body as { data: FeedPage }).data;
}

const namesOf = ({ events }: FeedPage): unknown[] => events.map(({ data }) => (data as { name: string }).name);

describe('an event feed', () => {
  it('has the events of its names from its creation on, oldest first, as they were committed', async () => {
    // For the subscription, the event waits in the outbox.
    await school.subscription();
    await createGroup(school, 'Before');
    const id = await createFeed();
    const correlationId = randomUUID();
    await createGroup(school, 'One');
    await school.owner.client.post('/programs', { name: 'No group', externalId: null });
    const group = { name: 'Two', type: 'level', scope: 'organization' };
    const headers = { 'X-Correlation-Id': correlationId };
    const { body } = await school.owner.client.post('/groups', group, { headers });
    await workerOf(app).runOnce();
    const page = await read(id);
    expect(namesOf(page)).toEqual(['One', 'Two']);
    expect(page.events[1]).toEqual({
      id: expect.any(String) as unknown,
      ...{ type: 'group.created', version: 1, correlationId },
      timestamp: expect.stringMatching(/Z$/) as unknown,
      data: expect.objectContaining({ groupId: (body as { data: { id: string } }).data.id, name: 'Two' }) as unknown,
    });
    expect(page.caughtUp).toBe(true);
  });

  it('is read in pages, each from next of the one before; an empty page has next, too', async () => {
    const id = await createFeed();
    const empty = await read(id);
    expect(empty).toEqual({ events: [], next: expect.any(String) as unknown, caughtUp: true });
    for (const name of ['No 1', 'No 2', 'No 3']) await createGroup(school, name);
    await workerOf(app).runOnce();
    const first = await read(id, `after=${empty.next}&limit=2`);
    expect([namesOf(first), first.caughtUp]).toEqual([['No 1', 'No 2'], false]);
    const second = await read(id, `after=${first.next}&limit=2`);
    expect([namesOf(second), second.caughtUp]).toEqual([['No 3'], true]);
    const third = await read(id, `after=${second.next}`);
    expect(third).toEqual({ events: [], next: second.next, caughtUp: true });
    await createGroup(school, 'No 4');
    await workerOf(app).runOnce();
    expect(namesOf(await read(id, `after=${second.next}`))).toEqual(['No 4']);
    expect(namesOf(await read(id, `after=${first.next}&limit=500`))).toEqual(['No 3', 'No 4']);
  });

  it('with * has every event, each once, in one order that every reader sees, while eight clients write and commits are late', async () => {
    const id = await createFeed(['*']);
    let writing = true;
    const seen: string[] = [];
    const reading = (async () => {
      let after = (await read(id)).next;
      for (;;) {
        const last = !writing;
        await workerOf(app).runOnce();
        const page = await read(id, `after=${after}&limit=3`);
        seen.push(...page.events.map((event) => event.id));
        after = page.next;
        if (last && page.caughtUp) return;
      }
    })();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 5; n += 1) await lateEvent(school, writer * 7 + n * 3);
      }),
    );
    writing = false;
    await reading;
    const { rows } = await school.rows(`select id from events where organization_id = $1 and name = 'group.created'`);
    expect(rows).toHaveLength(40);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(rows.map((row) => (row as { id: string }).id)));
    const again: string[] = [];
    for (let page = await read(id, 'limit=7'); ; page = await read(id, `limit=7&after=${page.next}`)) {
      again.push(...page.events.map((event) => event.id));
      if (page.caughtUp) break;
    }
    expect(again.filter((one) => seen.includes(one))).toEqual(seen);
  });

  it('that is closed is not read, keeps no further events and is not closed again', async () => {
    const id = await createFeed();
    const close = () => school.owner.client.post(`/event-feeds/${id}/close`, {});
    const closed = await close();
    expect([closed.status, closed.body.data]).toMatchObject([200, { id, status: 'closed' }]);
    expect((await close()).body).toMatchObject({ code: 'conflict', reason: 'event_feed_closed' });
    await createGroup(school, 'After');
    await workerOf(app).runOnce();
    const { rows } = await school.rows('select 1 from event_feed_entries where organization_id = $1');
    expect(rows).toEqual([]);
    const response = await school.owner.client.get(`/event-feeds/${id}/events`);
    expect([response.status, response.body.reason]).toEqual([409, 'event_feed_closed']);
  });

  it.each<[string, (id: string) => Promise<string>]>([
    ['is nonsense', () => Promise.resolve('nonsense')],
    ['is of another feed', async () => feedCursor(await createFeed(), 0)],
    ['is past every place', (id: string) => Promise.resolve(feedCursor(id, 2 ** 31))],
    ['is empty', () => Promise.resolve('')],
  ])('refuses a cursor that %s', async (_, cursor) => {
    const id = await createFeed();
    const response = await school.owner.client.get(`/event-feeds/${id}/events?after=${await cursor(id)}`);
    expect([response.status, response.body.details]).toMatchObject([400, [{ field: 'after' }]]);
  });

  it('is one of at most twenty open ones, also when two are created at once', async () => {
    for (let n = 0; n < 19; n += 1) await school.eventFeed();
    await school.eventFeed({ status: 'closed', closed_at: app.now() });
    const body = { name: 'One more', eventNames: ['*'] };
    const responses = await Promise.all([1, 2, 3].map(() => school.owner.client.post('/event-feeds', body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'event_feed_limit' });
  });

  it('is of its organization, and for OWNER and ADMIN with a key of scope admin', async () => {
    const id = await createFeed();
    const other = await School.open(app);
    expect((await other.owner.client.get(`/event-feeds/${id}/events`)).status).toBe(404);
    expect((await other.owner.client.get('/event-feeds')).body.data.items).toEqual([]);
    const { body } = await school.owner.client.get('/event-feeds');
    expect(body.data.items).toMatchObject([{ id }]);
  });
});

/** Commits an event some milliseconds after it occurred, as a slow write does. */
async function lateEvent({ id: organizationId }: School, ms: number): Promise<void> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select app_begin($1, 5000)', [organizationId]);
    const at = app.nest.get(Clock, { strict: false }).now();
    await client.query(
      `select record_write($1, $2, 'group.created', 'group', $2, null, null, '{}', 'late', $3, $4, 'group.created', $5, null, null)`,
      [organizationId, randomUUID(), at, randomUUID(), JSON.stringify({ groupId: randomUUID(), name: 'Late' })],
    );
    await delay(ms);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
