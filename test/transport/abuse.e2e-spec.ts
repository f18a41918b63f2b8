import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { sendRaw } from '../support/raw-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const GROUP = '{"name":"Tuesday accountability","type":"accountability","scope":"organization"}';

const { app, school } = useSchool();

/** The head of a write with a valid key, as it stands on the wire. */
function head(...lines: string[]): string {
  const key = `x-api-key: ${school.owner.client.apiKey}`;
  const all = [key, `Idempotency-Key: ${randomUUID()}`, 'Host: x', 'Content-Type: application/json', ...lines];
  return `POST /api/v1/groups HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

async function expectAlive(): Promise<void> {
  expect((await request(app.url).get('/health/live')).body).toEqual({ status: 'alive' });
  expect((await school.owner.client.get('/groups')).status).toBe(200);
}

async function expectRefusal(text: string, status: number, code = 'invalid_request'): Promise<void> {
  const answer = await sendRaw(app.url, text);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    status,
    {
      success: false,
      code,
      message: expect.any(String),
      details: expect.any(Array),
      correlationId: expect.any(String),
    },
  ]);
  expect((await school.trail()).keys).toBe(0);
  await expectAlive();
}

describe('a client that is slow', () => {
  let slow: TestApp;

  beforeAll(async () => {
    slow = await startTestApp({}, app);
    // The real times, which another test looks at, are half a minute; what happens at their end is the same.
    Object.assign(slow.nest.getHttpServer(), { headersTimeout: 300, requestTimeout: 600 });
  });
  afterAll(() => slow.close());

  /** What comes back to bytes of which more and more follow, and never all. */
  function trickle(text: string): Promise<string> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(slow.url);
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      const drip = setInterval(() => socket.writable && socket.write('a'), 50);
      socket.on('data', (part: Buffer) => (answer += part.toString()));
      // What is sent after the service closed its end is answered with a reset.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(drip);
        resolve(answer);
      });
    });
  }

  it.each([
    ['headers', () => 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['body', () => `${head('Content-Length: 10000')}{"name":"`],
    ['chunks', () => `${head('Transfer-Encoding: chunked')}2710\r\n{"name":"`],
  ])('with its %s is told so and cut off, and nothing is claimed', async (_, text) => {
    const answer = await trickle(text());
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1])).toMatchObject({ success: false, code: 'invalid_request' });
    expect((await school.trail()).keys).toBe(0);
    expect((await request(slow.url).get('/health/live')).status).toBe(200);
    expect(slow.logged()).not.toContain('"level":50');
  });

  it('does not keep others from being served, five hundred of them at once', async () => {
    const { hostname, port } = new URL(app.url);
    const held = Array.from({ length: 500 }, (_, index) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(index % 2 === 0 ? 'GET / HTTP/1.1\r\nHost: ' : `${head('Content-Length: 10000')}{`);
      return socket;
    });
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect((await school.owner.client.post('/groups', GROUP)).status).toBe(201);
    for (const socket of held) socket.destroy();
    // The end of five hundred requests at once may fill a busy machine's next moment.
    await until(() =>
      expectAlive().then(
        () => true,
        () => false,
      ),
    );
  });
});

describe('a body', () => {
  it('of 256 kB and one byte in chunks, which tell no length beforehand, is 413', async () => {
    const chunk = (size: number): string => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
    const chunks = chunk(65_536).repeat(4) + chunk(1) + '0\r\n\r\n';
    await expectRefusal(head('Transfer-Encoding: chunked', 'Connection: close') + chunks, 413);
  });

  it('that ends before its length is refused when the client goes, and claims nothing', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(head('Content-Length: 1000') + GROUP);
    socket.end();
    await new Promise((resolve) => socket.once('close', resolve).resume());
    expect((await school.trail()).keys).toBe(0);
    await expectAlive();
  });

  it('that is longer than its length is no second request of anybody', async () => {
    const smuggled = 'GET /api/v1/members HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await sendRaw(app.url, head(`Content-Length: ${GROUP.length}`) + GROUP + smuggled);
    expect(answer.status).toBe(201);
    // The rest is a request of its own, without a key.
    expect(answer.rest).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['an encoding that only looks like chunks', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a length in hexadecimals', ['Content-Length: 0x10'], '{}'],
    ['a length beyond all numbers', [`Content-Length: ${'9'.repeat(40)}`], '{}'],
    ['chunks of no size', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
    ['chunks of a size beyond all numbers', ['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`],
  ])('with %s is 400', async (_, lines, body) => {
    await expectRefusal(head(...lines) + body, 400);
  });
});

describe('headers', () => {
  it('by the thousand are read, all of them, and by the thousands more refused', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `X-${index}: y`);
    const some = await sendRaw(
      app.url,
      head(...many(1_300), 'Connection: close', `Content-Length: ${GROUP.length}`) + GROUP,
    );
    expect(some.status).toBe(201);
    const answer = await sendRaw(app.url, head(...many(4_000)));
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([431, { code: 'invalid_request' }]);
    await expectAlive();
  });

  it.each([
    // Above the limit of 16 kB, and within one read: an end amid unread bytes would reset the connection, answer and all.
    ['one of 20 kB', `X-Long: ${'a'.repeat(20_000)}`, 431],
    ['a key of 20 kB', `x-api-key: ${'a'.repeat(20_000)}`, 431],
    ['a name with a space', 'X Y: z', 400],
    ['a line without a colon', 'nonsense', 400],
    ['a zero byte', 'X-Zero: a\x00b', 400],
    ['a bare line feed', 'X-Feed: a\nY: b', 400],
  ])('with %s are refused', async (_, line, status) => {
    const answer = await sendRaw(app.url, head(line, 'Content-Length: 2') + '{}');
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { code: 'invalid_request' }]);
    await expectAlive();
  });

  it('a URL of 20 kB is 431', async () => {
    const answer = await sendRaw(app.url, `GET /api/v1/groups?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([431, { code: 'invalid_request' }]);
    await expectAlive();
  });
});

describe('a method', () => {
  it.each(['TRACE', 'LINK', 'M-SEARCH', 'QUERY', 'OPTIONS'])('%s that no operation has is 404', async (method) => {
    await expectRefusal(`${method} /api/v1/groups HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 404, 'not_found');
  });

  it.each(['BREW', 'get', 'GETT', ''])('%j that HTTP does not know is 400', async (method) => {
    await expectRefusal(`${method} /api/v1/groups HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400);
  });

  it('CONNECT opens no way to anywhere', async () => {
    await expectRefusal('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', 400);
  });

  it('CONNECT by a client that never ends the connection holds it for a moment only', async () => {
    const { port } = new URL(app.url);
    const open = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    open.on('error', () => undefined).resume();
    open.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => open.once('end', resolve));
    // It has its answer and ends nothing: what it goes on sending meets nobody soon.
    const ended = new Promise((resolve) => open.once('close', resolve));
    const talking = setInterval(() => open.write('x'), 50);
    await ended;
    clearInterval(talking);
    await expectAlive();
  });

  it('CONNECT behind a complete request is answered after it', async () => {
    const connecting = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await sendRaw(app.url, `${head(`Content-Length: ${GROUP.length}`)}${GROUP}${connecting}`);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, { success: true }]);
    expect(answer.rest).toMatch(/^HTTP\/1\.1 400 /);
    expect((await school.trail()).keys).toBe(1);
  });

  it('and an upgrade is not made', async () => {
    const lines = 'Host: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
    const answer = await sendRaw(app.url, `GET /api/v1/groups HTTP/1.1\r\n${lines}\r\n\r\n`);
    expect(answer.status).toBe(401);
    await expectAlive();
  });
});

describe('requests on one connection', () => {
  it('that are followed by garbage get their answers: a write among them is known to be done', async () => {
    const answer = await sendRaw(app.url, `${head(`Content-Length: ${GROUP.length}`)}${GROUP}\x00\x01garbage\r\n\r\n`);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, { success: true }]);
    expect(answer.rest).toMatch(/^HTTP\/1\.1 400 /);
    expect((await school.trail()).keys).toBe(1);
  });

  it('are answered in their order, and then the garbage behind them', async () => {
    const good = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await sendRaw(app.url, `${good}${good}\x00\x01garbage\r\n\r\n`);
    expect(answer.status).toBe(200);
    expect(answer.rest).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
    await expectAlive();
  });

  it('by the thousand at once are answered in their order', async () => {
    const asked = (index: number): string => `GET /api/v1/x HTTP/1.1\r\nHost: x\r\nX-Correlation-Id: n${index}\r\n`;
    const all = Array.from({ length: 1_000 }, (_, index) => `${asked(index)}\r\n`).join('');
    const answer = await sendRaw(app.url, `${all}${asked(1_000)}Connection: close\r\n\r\n`);
    const ids = [...`${answer.body}${answer.rest}`.matchAll(/"correlationId":"n(\d+)"/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 1_001 }, (_, index) => index));
    await expectAlive();
  });
});
