import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { allows } from '#kernel/access';
import { type BulkResult, OperationRegistry } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { statementsOf } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';
import { bulkSamples, type Bulk, type BulkSample } from './bulk-samples.js';
import { pathOf, withoutShownOnce } from './sample.js';

const { app, school } = useSchool();

it('there is a sample of every bulk write', () => {
  const bulk = app.nest.get(OperationRegistry).operations.filter(({ path }) => path.includes('/bulk-'));
  expect([...new Set(bulkSamples.map(({ operation }) => operation.name))].sort()).toEqual(
    bulk.map(({ name }) => name).sort(),
  );
});

const named = bulkSamples.map((one) => [`${one.operation.name}, as ${one.single.name}`, one] as const);

describe.each(named)('%s', (_, sample) => {
  const { operation, single, arrange, singleCall, refused, maxItems = 500 } = sample;

  interface Options {
    items?: unknown[];
    onRefusal?: string;
    idempotencyKey?: string;
    client?: Client;
  }
  const send = (bulk: Bulk, options: Options = {}) => {
    const {
      items = bulk.items,
      onRefusal = 'stop',
      idempotencyKey = randomUUID(),
      client = school.owner.client,
    } = options;
    return client.post(pathOf(operation, bulk.params), { ...bulk.shared, items, onRefusal }, { idempotencyKey });
  };

  it('leaves exactly what the calls of single items leave, besides its own audit entry', async () => {
    const bulk = await arrange(school, 3);
    const response = await send(bulk);
    expect([response.status, response.body.data]).toEqual([
      200,
      expect.objectContaining({ total: 3, done: 3, skipped: 0 }),
    ]);
    const other = await School.open(app);
    const twin = await arrange(other, 3);
    for (const item of twin.items) {
      const call = singleCall(twin, item);
      const one = await other.owner.client.send(single.method, pathOf(single, call.params), { body: call.body });
      expect(one.status).toBe(single.status);
    }
    const { rows: mine, entries } = await leftBy(school, sample);
    const { rows: theirs } = await leftBy(other, sample);
    expect(entries).toBe(1);
    expect(mine).toEqual(theirs);
  });

  it('takes as many statements for 2 items as for 40', async () => {
    const [few, many] = [await arrange(school, 2), await arrange(school, 40)];
    // Both instances of a pair know the caller then.
    for (let request = 0; request < 2; request += 1) await school.owner.client.get('/cohorts');
    const sent = await statementsOf('commit', () => send(few));
    expect(sent).toContain('record_further_events');
    expect(await statementsOf('commit', () => send(many))).toEqual(sent);
  });

  it.each(Object.entries(refused))(
    '%s: stops and changes nothing, or skips the item',
    async (code, { status, field, arrange: refuse }) => {
      const bulk = await arrange(school, 2);
      const items = [...bulk.items, await refuse(school, bulk)];
      const idempotencyKey = randomUUID();
      const digest = await school.digest();
      const stopped = await send(bulk, { items, idempotencyKey });
      expect([stopped.status, stopped.body.details]).toEqual([
        status,
        [{ field: `items.2.${field}`, issue: expect.any(String) }],
      ]);
      expect(await school.digest()).toBe(digest);

      const skipped = await send(bulk, { items, onRefusal: 'skip', idempotencyKey });
      expect([skipped.status, skipped.body.replayed]).toEqual([200, false]);
      const { results, ...counts } = skipped.body.data as BulkResult;
      expect(counts).toEqual({ total: 3, done: 2, skipped: 1 });
      expect(results.map(({ index, outcome, code: why }) => [index, outcome, why])).toEqual([
        [0, 'done', null],
        [1, 'done', null],
        [2, 'skipped', code],
      ]);
      expect(results[0].id).toMatch(/^[0-9a-f-]{36}$/);
      expect(results[2].issue).toMatch(/^\w+ .*\.$/);
      const replay = await send(bulk, { items, onRefusal: 'skip', idempotencyKey });
      expect([replay.status, replay.body.replayed]).toEqual([200, true]);
      expect(replay.body.data).toEqual(withoutShownOnce(operation, skipped.body.data));
    },
  );

  if (allows(operation.access, { role: 'MEMBER', businessRoles: ['coach:enrollment'] } as never)) {
    it('refuses or skips an item that a coach does not reach like an unknown one', async () => {
      const bulk = await arrange(school, 2);
      const [{ enrollmentId }, unreached] = bulk.items;
      const { client } = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const unknown = { ...unreached, enrollmentId: randomUUID() };
      const digest = await school.digest();
      const answers = [];
      for (const item of [unreached, unknown]) {
        const { status, body } = await send(bulk, { items: [bulk.items[0], item], client });
        answers.push([status, body.details]);
      }
      expect(answers[0]).toEqual([400, [{ field: 'items.1.enrollmentId', issue: expect.any(String) }]]);
      expect(answers[1]).toEqual(answers[0]);
      expect(await school.digest()).toBe(digest);
      const { results, ...counts } = (await send(bulk, { onRefusal: 'skip', client })).body.data as BulkResult;
      expect([counts, results[1].code]).toEqual([{ total: 2, done: 1, skipped: 1 }, 'not_found']);
    });

    it('replays to a coach the results of the items that they reach, with the counts of all', async () => {
      const bulk = await arrange(school, 3);
      const { client } = await school.person('MEMBER', { role: 'coach', enrollmentId: bulk.items[1].enrollmentId });
      const options = { items: [...bulk.items, { ...bulk.items[0], enrollmentId: randomUUID() }], onRefusal: 'skip' };
      const idempotencyKey = randomUUID();
      const first = await send(bulk, { ...options, idempotencyKey });
      const replay = await send(bulk, { ...options, idempotencyKey, client });
      expect([replay.status, replay.body.replayed]).toEqual([200, true]);
      const { results, ...counts } = replay.body.data as BulkResult;
      expect(results.map(({ index, code }) => [index, code])).toEqual([
        [1, null],
        [3, 'not_found'],
      ]);
      expect(counts).toEqual({ total: 4, done: 3, skipped: 1 });
      expect(replay.text).not.toContain(bulk.items[0].enrollmentId);
      expect((await send(bulk, { ...options, idempotencyKey })).body.data).toEqual(first.body.data);
    });
  }

  it('is 200 with an audit entry and no event when every item is skipped', async () => {
    const bulk = await arrange(school, 0);
    const [{ arrange: refuse }] = Object.values(refused);
    const before = await school.trail();
    const response = await send(bulk, { items: [await refuse(school, bulk)], onRefusal: 'skip' });
    expect([response.status, (response.body.data as BulkResult).done]).toEqual([200, 0]);
    const { audit, events } = await school.trail();
    expect(audit.slice(before.audit.length)).toEqual([
      expect.objectContaining({ action: operation.action, target_id: bulk.params[0] }),
    ]);
    expect(events).toHaveLength(before.events.length);
  });

  it.each(['stop', 'skip'])(
    'refuses an item that is given twice, and names the second (onRefusal: %s)',
    async (onRefusal) => {
      const bulk = await arrange(school, 2);
      const [field] = Object.keys(bulk.items[0]);
      const twice = { ...bulk.items[0], [field]: bulk.items[0][field].toUpperCase() };
      const response = await send(bulk, { items: [...bulk.items, twice], onRefusal });
      expect([response.status, response.body.details]).toEqual([
        400,
        [{ field: `items.2.${field}`, issue: 'must not repeat an item' }],
      ]);
    },
  );

  it('takes 1 item at least and no more than it says', async () => {
    const bulk = await arrange(school, 1);
    const tooMany = Array.from({ length: maxItems + 1 }, () => ({ ...bulk.items[0] }));
    for (const items of [[], tooMany, 'all', [7], [null]]) {
      const response = await send(bulk, { items: items as unknown[] });
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field: 'items' })]]);
    }
    const malformed = await send(bulk, {
      items: [bulk.items[0], { enrollmentId: 'x', memberId: 'x' }],
      onRefusal: 'skip',
    });
    expect(malformed.status).toBe(400);
    expect((malformed.body.details as { field: string }[])[0].field).toMatch(/^items\.1\./);
    const mode = await send(bulk, { onRefusal: 'ignore' });
    expect([mode.status, mode.body.details]).toEqual([400, [expect.objectContaining({ field: 'onRefusal' })]]);
  });
});

/** Every row of the organization without its ids and instants, and the number of the bulk write's own entries. */
async function leftBy(
  at: School,
  { operation }: BulkSample,
): Promise<{ rows: Record<string, string[]>; entries: number }> {
  const { rows: tables } = await at.rows<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where column_name = 'organization_id' and table_schema = 'public' and $1::uuid is not null
       and table_name not in ('api_key_usages', 'api_keys', 'idempotency_keys') order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await at.rows<{ row: string }>(
      `select row_to_json(t)::text as row from ${name} t where organization_id = $1`,
    );
    rows[name] = found.rows.map(({ row }) => withoutIds(row)).sort();
  }
  const all = rows.audit_entries;
  rows.audit_entries = all.filter((entry) => !entry.includes(`"action":"${operation.action}"`));
  return { rows, entries: all.length - rows.audit_entries.length };
}

function withoutIds(row: string): string {
  return row
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'instant')
    .replace(/Person [0-9a-f]{6}/g, 'Person')
    .replace(/\\\\x[0-9a-f]{64}/g, 'hash');
}
