import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { ApiError } from '@delivery-service/client';
import { clientOf, noteOf, notes, notesWith } from './demo.js';
import { failure, front, SILENCE, type Answer, type Front } from './front.js';

const fronts: Front[] = [];

async function inFront(...plan: (Answer | typeof SILENCE)[]): Promise<Front> {
  const server = await front(...plan);
  fronts.push(server);
  return server;
}

after(async () => {
  for (const server of fronts) await server.close();
});

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an answer', () => {
  const now = { 'retry-after': '0' };
  const retried: [string, Answer][] = [
    ['503', failure(503, 'unavailable')],
    ['503 with Retry-After', failure(503, 'unavailable', now)],
    ['409 with Retry-After', failure(409, 'conflict', now)],
    ['429 with Retry-After', failure(429, 'rate_limited', now)],
    ['429 with a date', failure(429, 'rate_limited', { 'retry-after': new Date().toUTCString() })],
    ['502 of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['504 of a proxy', { status: 504 }],
  ];
  for (const [name, answer] of retried) {
    it(`is followed by the same request with the same key: ${name}`, async () => {
      const server = await inFront(answer, answer);
      const text = randomUUID();
      const { data, idempotencyKey } = await clientOf({ url: server.url }).post(notes, noteOf(text));
      assert.equal(server.seen.length, 3);
      for (const request of server.seen) assert.deepEqual(request, server.seen[0]);
      assert.equal(server.seen[0]?.key, idempotencyKey);
      assert.deepEqual(await notesWith(text), [data.id]);
    });
  }

  const final: [string, number, Answer][] = [
    ['409 without Retry-After', 409, failure(409, 'conflict')],
    ['429 without Retry-After', 429, failure(429, 'rate_limited')],
    ['400', 400, failure(400, 'invalid_request')],
    ['400 with Retry-After', 400, failure(400, 'invalid_request', now)],
    ['500', 500, failure(500, 'internal_error')],
  ];
  for (const [name, status, answer] of final) {
    it(`is final: ${name}`, async () => {
      const server = await inFront(answer);
      const error = await thrownBy(clientOf({ url: server.url }).post(notes, noteOf('Never written')));
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, status);
      assert.equal(error.idempotencyKey, server.seen[0]?.key);
      assert.equal(server.seen.length, 1);
    });
  }

  const strange: [string, Answer][] = [
    ['a redirect', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a page with status 200', { status: 200, body: '<h1>Sign in</h1>' }],
    ['other JSON with status 200', { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }],
    ['an empty body', { status: 200, headers: { 'content-length': '0' } }],
    ['a page with status 403', { status: 403, body: '<h1>Forbidden</h1>' }],
  ];
  for (const [name, answer] of strange) {
    it(`is an error where it is not of the service: ${name}`, async () => {
      const server = await inFront(answer);
      const error = await thrownBy(clientOf({ url: server.url }).get('/cohorts'));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, error.status], ['unexpected_response', answer.status]);
      assert.equal(server.seen.length, 1);
    });
  }
});

describe('retries', () => {
  for (const lost of [failure(503, 'unavailable'), { status: 502, body: '<h1>Bad Gateway</h1>' }]) {
    it(`are counted in a refusal that follows on ${lost.status}`, async () => {
      const server = await inFront(lost, failure(403, 'forbidden'));
      const error = await thrownBy(clientOf({ url: server.url }).post(notes, noteOf('Never written')));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.lostAttempts], [403, 1]);
    });
  }

  it('are counted in a refusal that follows on an attempt without an answer', async () => {
    const server = await inFront(SILENCE, failure(403, 'forbidden'));
    const client = clientOf({ url: server.url, retry: { attemptTimeoutMs: 500 } });
    const error = await thrownBy(client.post(notes, noteOf('Never written')));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.lostAttempts], [403, 1]);
  });

  it('after a lock are no lost attempts: the service had refused', async () => {
    const server = await inFront(failure(409, 'conflict', { 'retry-after': '0' }), failure(403, 'forbidden'));
    const error = await thrownBy(clientOf({ url: server.url }).post(notes, noteOf('Never written')));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.lostAttempts], [403, 0]);
  });

  it('wait as long as Retry-After says', async () => {
    const server = await inFront(failure(503, 'unavailable', { 'retry-after': '1' }));
    const startedAt = Date.now();
    await clientOf({ url: server.url }).get('/cohorts');
    assert.ok(Date.now() - startedAt >= 1_000);
    assert.equal(server.seen.length, 2);
  });

  it('end after maxAttempts, with the last answer', async () => {
    const server = await inFront(...[1, 2, 3].map(() => failure(503, 'unavailable', { 'retry-after': '0' })));
    const error = await thrownBy(clientOf({ url: server.url, retry: { maxAttempts: 3 } }).get('/cohorts'));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.code, error.retryAfter, error.correlationId], ['unavailable', 0, 'front']);
    assert.equal(server.seen.length, 3);
  });

  it('are not begun where Retry-After is beyond maxElapsedMs', async () => {
    const server = await inFront(failure(429, 'rate_limited', { 'retry-after': '3600' }));
    const error = await thrownBy(clientOf({ url: server.url }).get('/cohorts'));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.retryAfter], [429, 3_600]);
    assert.equal(server.seen.length, 1);
  });

  it('follow an attempt that is not answered in attemptTimeoutMs', async () => {
    const server = await inFront(SILENCE);
    const text = randomUUID();
    const retry = { attemptTimeoutMs: 2_000 };
    const { data } = await clientOf({ url: server.url, retry }).post(notes, noteOf(text));
    assert.ok(server.seen.length >= 2);
    assert.deepEqual(await notesWith(text), [data.id]);
  });

  it('follow an attempt at a port where nothing listens', async () => {
    const body = JSON.stringify({ success: true, data: { items: [], nextCursor: null }, correlationId: 'late' });
    const server = createServer((_request, response) => response.end(body));
    const listen = async (port: number): Promise<number> => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    };
    const port = await listen(0);
    server.close();
    await once(server, 'close');
    let attempts = 0;
    const listeningLater: typeof fetch = async (input, init) => {
      attempts += 1;
      if (attempts === 2) await listen(port);
      return fetch(input, init);
    };
    const client = clientOf({ url: `http://127.0.0.1:${port}/`, fetch: listeningLater });
    assert.equal((await client.get('/cohorts')).correlationId, 'late');
    assert.equal(attempts, 2);
    server.closeAllConnections();
    server.close();
  });
});

describe('an AbortSignal', () => {
  const reason = new Error('No longer needed');

  it('sends nothing where it is aborted before', async () => {
    const server = await inFront();
    const error = await thrownBy(clientOf({ url: server.url }).get('/cohorts', { signal: AbortSignal.abort(reason) }));
    assert.equal(error, reason);
    assert.equal(server.seen.length, 0);
  });

  for (const [name, answer] of [
    ['an attempt', SILENCE],
    ['the wait between two', failure(503, 'unavailable', { 'retry-after': '60' })],
  ] as const) {
    it(`ends ${name}`, async () => {
      const server = await inFront(answer);
      const controller = new AbortController();
      const thrown = thrownBy(clientOf({ url: server.url }).get('/cohorts', { signal: controller.signal }));
      while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      setTimeout(() => controller.abort(reason), 100);
      assert.equal(await thrown, reason);
      assert.equal(server.seen.length, 1);
    });
  }
});
