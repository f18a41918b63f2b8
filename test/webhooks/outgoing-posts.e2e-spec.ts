import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '#kernel/metrics';
import { AddressResolver, OutgoingSettings } from '#kernel/outgoing';
import { WorkerFailures } from '#contexts/webhooks/worker/worker-failures.js';
import { OutgoingPosts, type PostResult } from '#contexts/webhooks/outgoing/outgoing-posts.js';

let posts: OutgoingPosts;
let server: Server | undefined;

beforeAll(() => {
  posts = new OutgoingPosts(
    new AddressResolver(),
    Object.assign(new OutgoingSettings(), { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' }),
    new WorkerFailures(new Metrics()),
  );
});
afterAll(() => posts.onApplicationShutdown());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const listen = async (listener: RequestListener): Promise<string> => {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(started.address() as AddressInfo).port}`;
};
const post = (url: string, timeoutMs = 10_000): Promise<PostResult | null> =>
  posts.post(url, timeoutMs, (write) => {
    write({ headers: { 'webhook-id': 'one' }, body: '{"é":1}' });
    return Promise.resolve(true);
  });

describe('a request to a receiver', () => {
  it('carries the message, the whole URL and its credentials', async () => {
    const seen: unknown[] = [];
    const host = await listen((request, response) => {
      const { method, url, headers } = request;
      request.on('data', (chunk: Buffer) => {
        seen.push([
          method,
          url,
          headers.authorization,
          headers['webhook-id'],
          headers['content-length'],
          String(chunk),
        ]);
        response.end('ok');
      });
    });
    expect(await post(`http://user:pass@${host}/hook?token=abc#part`)).toMatchObject({ status: 200, body: 'ok' });
    expect(seen).toEqual([['POST', '/hook?token=abc', 'Basic dXNlcjpwYXNz', 'one', '8', '{"é":1}']]);
  });

  it('ends by its time-out when no answer comes', async () => {
    const host = await listen(() => undefined);
    expect(await post(`http://${host}/`, 300)).toMatchObject({ status: null, error: 'timeout' });
  });

  it('that is repeated, because a kept connection was closed, ends by the same time-out', async () => {
    let requests = 0;
    const host = await listen((request, response) => {
      requests += 1;
      if (requests === 1) response.end();
      else if (requests === 2) setTimeout(() => request.socket.destroy(), 3_000);
    });
    await post(`http://${host}/`, 4_000);
    const started = performance.now();
    expect(await post(`http://${host}/`, 4_000)).toMatchObject({ status: null, error: 'timeout' });
    expect(requests).toBe(3);
    expect(performance.now() - started).toBeLessThan(6_500);
  });

  it('has its status although the body never ends', async () => {
    const host = await listen((_request, response) => void response.writeHead(200).write('begun'));
    expect(await post(`http://${host}/`, 2_000)).toMatchObject({ status: 200, body: 'begun', bodyCut: 'timeout' });
  });

  it('reads a kilobyte, however much comes, and keeps nothing that the database could not hold', async () => {
    const host = await listen((_request, response) => {
      response.write(`a\u0000b${'x'.repeat(5_000_000)}`);
    });
    const result = await post(`http://${host}/`, 5_000);
    expect(result).toMatchObject({ status: 200, bodyCut: 'too_large' });
    expect(result?.body).toBe(`ab${'x'.repeat(1_021)}`);
  });

  it('fails at once with the status 101, by which a receiver leaves HTTP', async () => {
    const host = await listen((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    expect(await post(`http://${host}/`, 5_000)).toMatchObject({ status: 101, error: null });
  }, 4_000);

  it('is not sent when there is no message for it', async () => {
    let requests = 0;
    const host = await listen((_request, response) => {
      requests += 1;
      response.end();
    });
    expect(await posts.post(`http://${host}/`, 10_000, () => Promise.resolve(false))).toBeNull();
    expect(requests).toBe(0);
  });

  it('fails to connect where the connection is cut without an answer', async () => {
    const host = await listen((request) => void request.socket.destroy());
    expect(await post(`http://${host}/`)).toMatchObject({ status: null, error: 'connect_failed' });
  });
});

describe('a request that cannot be made', () => {
  it.each(['http://%ff@127.0.0.1:1/', 'no URL'])('is an attempt that did not connect: %s', async (url) => {
    expect(await post(url)).toMatchObject({ status: null, error: 'connect_failed' });
  });

  it('fails no other message that is prepared with it', async () => {
    const host = await listen((_request, response) => void response.end());
    let prepared = 0;
    const result = await posts.post(`http://${host}/`, 10_000, (write) => {
      write({ headers: { 'webhook-id': 'line\nbreak' }, body: '{}' });
      prepared += 1;
      return Promise.resolve(true);
    });
    expect([prepared, result]).toMatchObject([1, { status: null, error: 'connect_failed' }]);
  });
});
