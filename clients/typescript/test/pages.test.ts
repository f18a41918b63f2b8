import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { clientOf, demo } from './demo.js';
import { failure, front, type Front } from './front.js';

let server: Front;

after(() => server.close());

describe('a list', () => {
  it('is read page after page, by its cursor, with its filters on every page', async () => {
    server = await front();
    const query = { status: 'active', limit: 3 } as const;
    const ids: string[] = [];
    for await (const member of clientOf({ url: server.url }).pages('/members', { query })) ids.push(member.id);
    const { items } = (await clientOf().get('/members', { query: { status: 'active', limit: 100 } })).data;
    assert.deepEqual(
      ids,
      items.map(({ id }) => id),
    );
    assert.ok(server.seen.length >= 4, `${server.seen.length} pages`);
    assert.equal(server.seen.length, Math.ceil(items.length / query.limit));
    for (const { url } of server.seen) assert.match(url ?? '', /status=active&limit=3/);
    await server.close();
  });

  it('starts at a cursor, and reads no page that is not asked for', async () => {
    server = await front();
    const { data } = await clientOf().get('/members', { query: { limit: 2 } });
    const cursor = data.nextCursor ?? '';
    for await (const member of clientOf({ url: server.url }).pages('/members', { query: { limit: 2, cursor } })) {
      assert.ok(data.items.every(({ id }) => id !== member.id));
      break;
    }
    assert.equal(server.seen.length, 1);
    await server.close();
  });

  it('goes on where a page is refused for the moment', async () => {
    const unavailable = failure(503, 'unavailable');
    server = await front(unavailable, unavailable);
    const query = { cohortId: demo.cohortId };
    const ids: string[] = [];
    for await (const { id } of clientOf({ url: server.url }).pages('/enrollments', { query })) ids.push(id);
    assert.ok(ids.includes(demo.enrollmentId));
    assert.equal(server.seen.length, 3);
  });
});
