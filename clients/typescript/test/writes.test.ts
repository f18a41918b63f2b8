import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { ApiError, ConnectionError } from '@delivery-service/client';
import { cuttingProxy, type Cut, type CuttingProxy } from './cutting-proxy.js';
import { clientOf, noteOf, notes, notesWith } from './demo.js';

const proxies: CuttingProxy[] = [];

async function cutting(...plan: Cut[]): Promise<CuttingProxy> {
  const proxy = await cuttingProxy(plan);
  proxies.push(proxy);
  return proxy;
}

after(async () => {
  for (const proxy of proxies) await proxy.close();
});

describe('a write', () => {
  it('gets a key of its own', async () => {
    const text = randomUUID();
    const first = await clientOf().post(notes, noteOf(text));
    const second = await clientOf().post(notes, noteOf(text));
    assert.equal(first.replayed, false);
    assert.equal(second.replayed, false);
    assert.notEqual(first.idempotencyKey, second.idempotencyKey);
    assert.equal((await notesWith(text)).length, 2);
  });

  it('takes the key of the caller, and says that a repetition is a replay', async () => {
    const text = randomUUID();
    const request = { ...noteOf(text), idempotencyKey: `note-${text}` };
    const first = await clientOf().post(notes, request);
    const second = await clientOf().post(notes, request);
    assert.equal(first.replayed, false);
    assert.equal(second.replayed, true);
    assert.equal(second.idempotencyKey, request.idempotencyKey);
    assert.deepEqual(second.data, first.data);
    assert.deepEqual(await notesWith(text), [first.data.id]);
  });

  it('says that the first request under its key had another body', async () => {
    const text = randomUUID();
    const idempotencyKey = `note-${text}`;
    const first = await clientOf().post(notes, { ...noteOf(text), idempotencyKey });
    const second = await clientOf().post(notes, { ...noteOf(`Not ${text}`), idempotencyKey });
    assert.deepEqual([first.bodyDiffers, second.bodyDiffers, second.replayed], [false, true, true]);
    assert.deepEqual(second.data, first.data);
  });

  it('is refused where somebody else has changed the resource since it was read', async () => {
    const client = clientOf();
    const { data: program } = await client.post('/programs', { body: { name: `Program ${randomUUID()}` } });
    const at = { path: { programId: program.id } };
    const read = await client.get('/programs/{programId}', at);
    const first = await client.patch('/programs/{programId}', { ...at, body: { name: 'Ours' }, ifMatch: read.etag });
    await assert.rejects(
      client.patch('/programs/{programId}', { ...at, body: { name: 'Theirs' }, ifMatch: read.etag }),
      (error: unknown) => error instanceof ApiError && error.status === 412 && error.code === 'precondition_failed',
    );
    const last = await client.get('/programs/{programId}', at);
    assert.deepEqual([last.data.name, last.etag], ['Ours', first.etag]);
  });

  for (const cut of ['before answer', 'within answer'] as const) {
    it(`happens once where the connection is cut ${cut}, and again`, async () => {
      const proxy = await cutting(cut, cut);
      const text = randomUUID();
      const { data, replayed } = await clientOf({ url: proxy.url }).post(notes, noteOf(text));
      assert.equal(proxy.cuts, 2);
      // The service had answered the first attempt.
      assert.equal(replayed, true);
      assert.deepEqual(await notesWith(text), [data.id]);
    });
  }

  it('happens once where the connection is cut as soon as the request has gone out', async () => {
    const proxy = await cutting('after request', 'after request');
    const text = randomUUID();
    const { data } = await clientOf({ url: proxy.url }).post(notes, noteOf(text));
    assert.equal(proxy.cuts, 2);
    assert.deepEqual(await notesWith(text), [data.id]);
  });

  it('leaves its key in the error where no attempt is answered, to find out what became of it', async () => {
    const proxy = await cutting('before answer', 'before answer', 'before answer');
    const text = randomUUID();
    const error = await clientOf({ url: proxy.url, retry: { maxAttempts: 3 } })
      .post(notes, noteOf(text))
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ConnectionError);
    assert.equal(error.attempts, 3);
    assert.ok(error.cause instanceof Error);
    const { idempotencyKey } = error;
    const { replayed } = await clientOf().post(notes, { ...noteOf(text), idempotencyKey });
    assert.equal(replayed, true);
    assert.equal((await notesWith(text)).length, 1);
  });

  it('needs no body where the operation needs none', async () => {
    const body = { name: randomUUID(), type: 'accountability', scope: 'organization' } as const;
    const { data: group } = await clientOf().post('/groups', { body });
    const { data: archived } = await clientOf().post('/groups/{groupId}/archive', { path: { groupId: group.id } });
    assert.deepEqual([group.lifecycle, archived.lifecycle], ['active', 'archived']);
  });
});

describe('a read', () => {
  it('is repeated where the connection is cut', async () => {
    const proxy = await cutting('within answer', 'before answer');
    const { data } = await clientOf({ url: proxy.url }).get('/cohorts');
    assert.equal(proxy.cuts, 2);
    assert.deepEqual(data, (await clientOf().get('/cohorts')).data);
  });
});
