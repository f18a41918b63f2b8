import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { Client } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';
import { useSchool } from '../support/use-school.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LIMIT = 256 * 1024;
const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };

const { app, school } = useSchool();

/** Posts a group with the owner's key and the given headers and bytes. */
function post(body: string | Buffer, headers: Record<string, string> = {}): request.Test {
  return request(app.url)
    .post('/api/v1/groups')
    .set({ 'x-api-key': school.owner.client.apiKey ?? '', 'Idempotency-Key': 'k', 'Content-Type': 'application/json' })
    .set(headers)
    .serialize((sent: unknown) => sent as string)
    .send(body);
}

function expectFailure(response: { body: unknown; text: string }, code: string): void {
  expect(response.body).toEqual({
    success: false,
    code,
    message: expect.any(String),
    details: expect.any(Array),
    correlationId: expect.any(String),
  });
  expect(response.text).not.toMatch(/node_modules|at \w+ \(|\bselect\b|express|nestjs|postgres|\.js\b/i);
}

async function expectAlive(): Promise<void> {
  expect((await request(app.url).get('/health/live')).body).toEqual({ status: 'alive' });
}

describe('a request that no operation answers', () => {
  it.each([
    ['GET', '/api/v1/unknown'],
    ['GET', '/api/v2/groups'],
    ['GET', '/%'],
    ['POST', '/groups'],
    ['DELETE', '/api/v1/event-types'],
    ['PATCH', '/api/v1/events'],
    ['PUT', '/api/v1/audit-entries'],
    ['OPTIONS', '/api/v1/groups'],
    ['PROPFIND', '/api/v1/groups'],
    ['GET', '/API/V1/programs'],
    ['GET', '/api/v1/Programs'],
    ['GET', '/Health/live'],
    ['GET', '/api/v1/programs/%E0%A4%A'],
    ['GET', '/api/v1/programs/%'],
    ['GET', '/api/v1/programs/..%2f..%2fetc%2fpasswd'],
    ['GET', '/api/v1/programs/%00'],
  ])('%s %s is 404 with the failure body', async (method, path) => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: { 'x-api-key': school.owner.client.apiKey ?? '', 'X-Correlation-Id': 'lost' },
    });
    const text = await response.text();
    expect([response.status, response.headers.get('x-correlation-id')]).toEqual([404, 'lost']);
    expectFailure({ body: JSON.parse(text), text }, 'not_found');
    expect(JSON.parse(text)).toMatchObject({ correlationId: 'lost', details: [] });
  });
});

describe('a path', () => {
  it.each(['/groups', '/groups/'])('leads to its operation whatever its end: %s', async (path) => {
    const { client } = school.owner;
    const once = { idempotencyKey: 'one' };
    const first = await client.post('/groups', group, once);
    const again = await client.post(path, group, once);
    expect([again.status, again.body.replayed, again.body.data]).toEqual([200, true, first.body.data]);
    expect((await client.get(path)).body.data).toMatchObject({ items: [{ name: group.name }] });
    const { id } = first.body.data as { id: string };
    expect((await client.get(`${path.replace(/\/$/, '')}/${id}/`)).body.data).toMatchObject({ id });
  });
});

describe('an id that can not be decoded', () => {
  it.each(['%', '%E0%A4%A', 'caf%E9', '%c0%af'])('%s meets the same guards as one that is unknown', async (id) => {
    const member = await school.person('MEMBER');
    const answers = async (path: string) => {
      const texts: string[] = [];
      for (const key of [undefined, member.client.apiKey, school.owner.client.apiKey]) {
        const headers = { 'X-Correlation-Id': 'same', ...(key ? { 'x-api-key': key } : {}) };
        const response = await fetch(`${app.url}/api/v1/programs/${path}/archive`, { method: 'POST', headers });
        texts.push(await response.text());
        const write = { ...headers, 'Idempotency-Key': 'k' };
        const written = await fetch(`${app.url}/api/v1/programs/${path}/archive`, { method: 'POST', headers: write });
        texts.push(`${written.status} ${await written.text()}`);
      }
      return texts;
    };
    const unreadable = await answers(id);
    expect(unreadable).toEqual(await answers('0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10'));
    expect(unreadable.filter((_, index) => index % 2 === 1).map((text) => text.slice(0, 3))).toEqual([
      '401',
      '403',
      '404',
    ]);
  });
});

describe('chunks without a Content-Type', () => {
  const chunked = (programId: string, chunks: string, connection = 'close') =>
    `POST /api/v1/programs/${programId}/restore HTTP/1.1\r\nHost: x\r\nx-api-key: ${school.owner.client.apiKey ?? ''}\r\n` +
    `Idempotency-Key: k\r\nTransfer-Encoding: chunked\r\nConnection: ${connection}\r\n\r\n${chunks}0\r\n\r\n`;

  it('that come to nothing are no body', async () => {
    const answer = await sendRaw(app.url, chunked(await school.program('archived'), ''));
    expect(answer.status).toBe(200);
  });

  it('that hold something are 415, and do not stand in the way of the next request', async () => {
    const programId = await school.program('archived');
    const much = `8000\r\n${' '.repeat(0x8000)}\r\n`.repeat(5);
    const answer = await sendRaw(app.url, chunked(programId, much, 'keep-alive') + chunked(programId, ''));
    expect([answer.status, answer.rest]).toEqual([415, expect.stringContaining('HTTP/1.1 200')]);
  });
});

describe('a body', () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify(group);
    return body + ' '.repeat(bytes - body.length);
  };

  it('may have 256 kB and not one byte more', async () => {
    expect((await post(padded(LIMIT))).status).toBe(201);
    const response = await post(padded(LIMIT + 1));
    expect(response.status).toBe(413);
    expectFailure(response, 'invalid_request');
  });

  it.each([
    ['200,000 levels of lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 413],
    ['100,000 levels of lists', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['40,000 levels of objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 400],
    ['levels that are never closed', '['.repeat(200_000), 400],
    ['a million elements', `{"name":[${'1,'.repeat(999_999)}1]}`, 413],
    ['120,000 elements', `{"name":[${'1,'.repeat(119_999)}1]}`, 400],
    ['a number beyond all bounds', `{"name":"x","capacity":1${'0'.repeat(1000)}}`, 400],
    ['no JSON', '{name: x}', 400],
    ['bytes that are no UTF-8', Buffer.from(JSON.stringify({ ...group, name: 'B\u00e9b\u00e9' }), 'latin1'), 400],
  ])('with %s is refused and harms nothing', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expectFailure(response, 'invalid_request');
    await expectAlive();
  });

  it('may be compressed, within the same bound', async () => {
    expect((await post(gzipSync(JSON.stringify(group)), { 'Content-Encoding': 'gzip' })).status).toBe(201);
    const bomb = await post(gzipSync(padded(50 * 1024 * 1024)), { 'Content-Encoding': 'gzip' });
    expect(bomb.status).toBe(413);
    expectFailure(bomb, 'invalid_request');
    const broken = await post(Buffer.from('not compressed at all'), { 'Content-Encoding': 'gzip' });
    expect(broken.status).toBe(400);
    expectFailure(broken, 'invalid_request');
  });

  it.each([
    [{ 'Content-Encoding': 'zip' }],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
    [{ 'Content-Type': 'application/json; charset=latin-9' }],
    [{ 'Content-Type': 'application/json; charset=utf-16' }],
    [{ 'Content-Type': 'application/json; charset="UTF-32LE"' }],
  ])('with %j is 415', async (headers) => {
    const response = await post(JSON.stringify(group), headers);
    expect(response.status).toBe(415);
    expectFailure(response, 'invalid_request');
  });

  it('is looked at only when the key is known', async () => {
    for (const body of ['{broken', padded(LIMIT + 1)]) {
      const response = await post(body, { 'x-api-key': 'dsk_unknown' });
      expect(response.status).toBe(401);
      expectFailure(response, 'unauthorized');
    }
  });
});

describe('the correlation id', () => {
  const answered = async (headers: Record<string, string | string[]>) => {
    const response = await school.owner.client.post('/groups', group, { headers });
    expect(response.headers['x-correlation-id']).toBe(response.body.correlationId);
    return response.body.correlationId as string;
  };

  it('is returned as it was sent', async () => {
    for (const id of ['1', 'x'.repeat(128), 'order 66 / "retry"', '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10']) {
      expect(await answered({ 'X-Correlation-Id': id })).toBe(id);
    }
  });

  it('is a new UUID where none, several or an unusable one is sent', async () => {
    for (const id of ['', '   ', 'x'.repeat(129), 'tab\there', 'caf\u00e9', ['one', 'two']]) {
      expect(await answered({ 'X-Correlation-Id': id })).toMatch(UUID);
    }
    expect(await answered({})).toMatch(UUID);
  });

  it('gets no line of its own into the log', async () => {
    const forged = '{"level":30,"msg":"forged"}';
    await answered({ 'X-Correlation-Id': forged });
    expect(app.logged().split('\n')).not.toContain(forged);
    const answer = await sendRaw(
      app.url,
      `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nX-Correlation-Id: a\x01b\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['garbage', 'hello, is this the delivery service?\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'a length and chunks at once',
      'POST /api/v1/groups HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/v1/groups HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}}',
      400,
    ],
    ['no Host header', 'GET /api/v1/groups HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers', 'GET /api/v1/groups HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c: d\x00\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s: the failure body, and the process lives', async (_, text, status) => {
    const answer = await sendRaw(app.url, text);
    expect(answer.status).toBe(status);
    expectFailure({ body: JSON.parse(answer.body), text: answer.body }, 'invalid_request');
    expect(answer.headers).toContain(`X-Correlation-Id: ${JSON.parse(answer.body).correlationId}`);
    await expectAlive();
  });

  it('an expectation that nobody knows changes nothing', async () => {
    const head = 'GET /api/v1/groups HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n';
    const answer = await sendRaw(app.url, head);
    expect(answer.status).toBe(401);
  });

  it('and connections that end in the middle leave the service as it was', async () => {
    for (const text of ['POST /api/v1/groups HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na', 'GET / HT']) {
      await sendRaw(app.url, text).catch(() => undefined);
    }
    await expectAlive();
  }, 20_000);

  it('are waited for no longer than the configured times', () => {
    const server = app.nest.getHttpServer();
    expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([10_000, 30_000, 65_000]);
  });
});

describe('every request', () => {
  it('is made with the methods of Express, and so is its answer: no prototype is changed afterwards', async () => {
    const born: unknown[] = [];
    const look = (message: object, answer: object): void =>
      void born.push(Object.getPrototypeOf(message), Object.getPrototypeOf(answer));
    const server = app.nest.getHttpServer();
    server.prependListener('request', look);
    await request(app.url).get('/health/live');
    server.off('request', look);
    const express: Express = app.nest.getHttpAdapter().getInstance();
    expect(born).toHaveLength(2);
    expect(born[0]).toBe(express.request);
    expect(born[1]).toBe(express.response);
  });
});

describe('every answer', () => {
  it('carries the protective headers and names no product', async () => {
    for (const path of ['/api/v1/events', '/api/v1/unknown', '/health/live']) {
      const { headers } = await request(app.url).get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'strict-transport-security': expect.stringContaining('max-age='),
        'referrer-policy': 'no-referrer',
      });
      expect([headers['x-powered-by'], headers.server, headers.etag]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('of the API stays out of caches, whatever it says', async () => {
    const { client } = school.owner;
    const answers = [
      await client.get('/groups'),
      await client.post('/groups', group),
      await client.post('/groups', '{broken'),
      await client.get('/unknown'),
      await new Client(app, null).get('/groups'),
      await request(app.url).get('/API/v1/groups'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 404, 401, 404]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'x-api-key, Authorization' });
    const garbage = await sendRaw(app.url, 'garbage\r\n\r\n');
    expect(garbage.headers).toContain('Cache-Control: no-store');
    const { headers } = await request(app.url).post('/api/v1/mcp');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'x-api-key, Authorization, Accept, Origin' });
  });

  it('is not kept from those who look for the reference', async () => {
    expect((await request(app.url).get('/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
    expect((await request(app.url).get('/docs')).status).toBe(200);
  });

  it('lets no other site read it', async () => {
    const { headers } = await request(app.url).get('/api/v1/events').set('Origin', 'https://elsewhere.example.com');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
