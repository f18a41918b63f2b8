import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { pathParameters } from '#kernel/operations';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { isList, listFilters, maximumLimit } from './read-parameters.js';
import { readPath, readPathWith, readSamples } from './read-samples.js';

const UNUSABLE_LIMITS = ['limit=0', 'limit=1.5', 'limit=x', 'limit=', 'limit=-1', 'limit=1&limit=2'];
const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
const UNUSABLE_CURSORS = [
  '',
  'x',
  cursorOf('text'),
  cursorOf([]),
  cursorOf([5]),
  cursorOf(['a', 'b', 'c']),
  cursorOf({ id: randomUUID() }),
  cursorOf(['yesterday', randomUUID()]),
  cursorOf(['2030-01-01T00:00:00,5', randomUUID()]),
  cursorOf(['2030-01-01T00:00:00+23:59', randomUUID()]),
  cursorOf(['2030-01-01T00:00:00.000Z']),
  cursorOf(['2030-01-01T00:00:00.000Z', 'x']),
  cursorOf(['2030-01-01T00:00:00.000Z', 'x', randomUUID()]),
];
/** The list is the same for every organization. */
const SHARED = new Set(['list_event_types']);
/** Filters that are judged like an id of the path: what the caller does not reach is 404. */
const LIKE_A_PATH = new Set(['list_sales prospectId', 'list_sale_entries saleId']);
/** Where filters of an id find another organization's. */
const FILTERED: Record<string, string> = {
  programId: 'programs',
  cohortId: 'cohorts',
  memberId: 'members',
  targetId: 'programs',
};

const { app, school } = useSchool();

const itemsOf = (response: Response) => (response.body.data as { items: unknown[] }).items;
const cursorIn = (response: Response) => (response.body.data as { nextCursor: string | null }).nextCursor;

const LISTS = readSamples.filter(({ operation }) => isList(operation));

describe.each(LISTS.map((one) => [one.operation.name, one] as const))('%s', (_, sample) => {
  const { operation, arrange } = sample;
  const get = (client: Client, params: string[], query = '') => client.get(readPath(sample, params, query));
  const filters = () => listFilters(app.contract.document, operation);
  const most = () => maximumLimit(app.contract.document, operation);

  it('pages through each item once, in one order', async () => {
    const params = await arrange(school);
    /** The items of each page. */
    const pagesOf = async (limit: number) => {
      const pages: unknown[][] = [];
      for (let query = `limit=${limit}`; ;) {
        const page = await get(school.owner.client, params, query);
        expect(page.status).toBe(200);
        pages.push(itemsOf(page));
        const next = cursorIn(page);
        if (next === null) return pages;
        query = `limit=${limit}&cursor=${next}`;
      }
    };
    const all = (await pagesOf(most())).flat();
    expect(all.length).toBeGreaterThanOrEqual(2);
    const pages = await pagesOf(1);
    expect(pages.map(({ length }) => length)).toEqual(all.map(() => 1));
    // The last use of a key is noted beside the request, and computed items name their instant.
    const lasting = (items: unknown[]) =>
      items.map((item) => ({ ...(item as object), lastUsedAt: undefined, asOf: undefined }));
    expect(lasting(pages.flat())).toEqual(lasting(all));
    if (/^newest .*first/i.test(operation.description ?? '')) {
      const ids = (all as { id?: string; enrollmentId: string }[]).map(({ id, enrollmentId }) => id ?? enrollmentId);
      expect(ids).toEqual([...ids].sort().reverse());
    }
    if (pathParameters(operation).length > 0) {
      await arrange(school);
      expect(lasting((await pagesOf(most())).flat())).toEqual(lasting(all));
    }
  });

  it('refuses a limit that is no whole number from 1 to its maximum, naming it', async () => {
    const params = await arrange(school);
    for (const query of [...UNUSABLE_LIMITS, `limit=${most() + 1}`]) {
      const response = await get(school.owner.client, params, query);
      expect([query, response.status, response.body.details]).toEqual([
        query,
        400,
        [{ field: 'limit', issue: expect.any(String) }],
      ]);
    }
    for (const query of ['limit=1', `limit=${most()}`]) {
      expect([query, (await get(school.owner.client, params, query)).status]).toEqual([query, 200]);
    }
  });

  it('refuses a cursor that it did not make, naming it', async () => {
    const params = await arrange(school);
    // Event types are listed by name, so that any text may be a place.
    const cursors = SHARED.has(operation.name) ? UNUSABLE_CURSORS.slice(0, 7) : UNUSABLE_CURSORS;
    const queries = [...cursors.map((cursor) => `cursor=${cursor}`), 'cursor=a&cursor=b', 'cursor=%00'];
    for (const query of queries) {
      const response = await get(school.owner.client, params, query);
      expect([query, response.status, response.body.details]).toEqual([
        query,
        400,
        [{ field: 'cursor', issue: expect.any(String) }],
      ]);
    }
  });

  it("never shows another organization's rows, whatever cursor or filter it is given", async () => {
    const other = await School.open(app);
    await arrange(other);
    const [mine, theirs] = [await arrange(school), await arrange(other)];
    if (SHARED.has(operation.name)) return;
    const foreignIds = [other.id, ...(await other.ids())];
    const cursor = cursorIn(await get(other.owner.client, theirs, 'limit=1'));
    const anyId = cursorOf(['ffffffff-ffff-7fff-bfff-ffffffffffff']);
    const anyPlace = cursorOf(['2999-01-01T00:00:00.000Z', 'ffffffff-ffff-7fff-bfff-ffffffffffff']);
    const firstPlace = cursorOf(['2000-01-01T00:00:00.000Z', '00000000-0000-7000-8000-000000000000']);
    const queries = ['', ...[cursor, anyId, anyPlace, firstPlace].map((one) => `cursor=${one}`)];
    for (const name of filters().ids) {
      const table = FILTERED[name];
      const { rows } = await other.rows<{ id: string }>(
        table === undefined
          ? 'select account_id as id from members where organization_id = $1 limit 1'
          : `select id from ${table} where organization_id = $1 limit 1`,
      );
      if (rows.length > 0) queries.push(`${name}=${rows[0].id}`);
    }
    for (const query of queries) {
      if (LIKE_A_PATH.has(`${operation.name} ${query.split('=')[0]}`)) continue;
      const response = await get(school.owner.client, mine, query);
      // A cursor of a list in another order is refused.
      expect([query, [200, 400]]).toEqual([query, expect.arrayContaining([response.status])]);
      const leaked = foreignIds.filter((id) => response.text.includes(id));
      expect([query, leaked]).toEqual([query, []]);
      if (response.status === 200 && /^\w+Id=/.test(query)) expect([query, itemsOf(response)]).toEqual([query, []]);
    }
  });

  if (/\w+Id=\?/.test(sample.query ?? '')) {
    it("finds no rows of a required id that it does not know or that is another organization's: 404", async () => {
      const other = await School.open(app);
      await arrange(other);
      const params = await arrange(school);
      expect(filters().requiredIds.length).toBeGreaterThan(0);
      for (const name of filters().requiredIds) {
        const answers = [];
        for (const id of [randomUUID(), ...(await other.ids())]) {
          const path = readPathWith(sample, params, name, id);
          const { status, text } = await school.owner.client.get(path, { headers: { 'X-Correlation-Id': 'same' } });
          answers.push([status, text]);
        }
        expect([name, answers[0][0], new Set(answers.map(String)).size]).toEqual([name, 404, 1]);
      }
    });
  }

  it('refuses a filter value that it does not know, and finds nothing for an id that it does not know', async () => {
    const { choices, ids, requiredIds, instants } = filters();
    const params = await arrange(school);
    const read = (query: string) => get(school.owner.client, params, query);
    for (const name of ids) {
      const unknown = await read(`${name}=${randomUUID()}`);
      if (LIKE_A_PATH.has(`${operation.name} ${name}`)) {
        expect([name, unknown.status]).toEqual([name, 404]);
        continue;
      }
      expect([name, unknown.status]).toEqual([name, 200]);
      expect(unknown.body.data).toMatchObject({ items: [], nextCursor: null });
    }
    for (const name of [...choices, ...ids, ...requiredIds, ...instants]) {
      for (const query of [`${name}=nonsense`, `${name}=`, `${name}=a&${name}=b`]) {
        const response = await read(query);
        expect([query, response.status, response.body.details]).toEqual([
          query,
          400,
          [{ field: name, issue: expect.any(String) }],
        ]);
      }
    }
    for (const name of instants) {
      for (const value of ['2030-01-15', '2030-02-30T00:00:00Z', 'today']) {
        const response = await read(`${name}=${value}`);
        expect([name, value, response.status, response.body.details[0].field]).toEqual([name, value, 400, name]);
      }
    }
    if (instants.includes('from') && sample.query === undefined) {
      const response = await read('from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z');
      expect([response.status, response.body.details[0].field]).toEqual([400, 'to']);
    }
  });

  it('finds nothing, and nothing breaks, where a text filter matches nothing', async () => {
    const params = await arrange(school);
    const read = (query: string) => get(school.owner.client, params, query);
    for (const name of filters().texts) {
      for (const value of ['nonsense', '%27%3B--', '%25', "'", '%F0%9F%A6%8A', '%26%7C%21']) {
        const response = await read(`${name}=${value}`);
        expect([name, value, response.status]).toEqual([name, value, 200]);
        // Without a word in it, a search searches for nothing.
        if (name !== 'q' || value === 'nonsense') expect(itemsOf(response)).toEqual([]);
      }
      const broken = await read(`${name}=x%00`);
      expect([name, broken.status, broken.body.details]).toEqual([
        name,
        400,
        [{ field: name, issue: expect.any(String) }],
      ]);
    }
  });
});
