import { afterEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { MetricsListener } from '#runtime/metrics/metrics-listener.js';
import { startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
let other: TestApp | undefined;

afterEach(async () => {
  await other?.close();
  other = undefined;
});

async function withSettings(settings: SettingValues): Promise<TestApp> {
  return (other = await startTestApp(settings, app));
}

describe('the agent door', () => {
  const ping = (url: string, path: string, origin?: string) => {
    const call = request(url)
      .post(path)
      .set('x-api-key', school.owner.client.apiKey ?? '');
    if (origin !== undefined) void call.set('Origin', origin);
    return call.set('Accept', 'application/json, text/event-stream').send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  };

  it('is closed to web pages, unless their origin is configured', async () => {
    const { url } = await withSettings({ MCP_ALLOWED_ORIGINS: 'https://agents.example.com, http://localhost:5173' });
    for (const path of ['/mcp', '/api/v1/mcp', '/mcp/']) {
      expect((await ping(app.url, path)).status).toBe(200);
      for (const origin of [app.url, 'https://agents.example.com', 'null', '']) {
        const { status, body } = await ping(app.url, path, origin);
        expect([path, origin, status, body.code]).toEqual([path, origin, 403, 'forbidden']);
      }
      expect((await ping(url, path)).status).toBe(200);
      expect((await ping(url, path, 'https://agents.example.com')).status).toBe(200);
      expect((await ping(url, path, 'http://localhost:5173')).status).toBe(200);
      expect((await ping(url, path, 'https://agents.example.com.evil.example')).status).toBe(403);
    }
  });

  const ORIGIN = 'https://agents.example.com';
  const shared = ({ headers }: Response): string[] =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const preflight = (url: string, path: string, origin?: string) => {
    const call = request(url).options(path).set('Access-Control-Request-Method', 'POST');
    return origin === undefined ? call : call.set('Origin', origin);
  };

  it('answers the preflight of a configured origin, and no other', async () => {
    const { url } = await withSettings({ MCP_ALLOWED_ORIGINS: `${ORIGIN}, http://localhost:5173` });
    for (const path of ['/mcp', '/api/v1/mcp', '/mcp/']) {
      const { status, headers, text } = await preflight(url, path, ORIGIN);
      expect([path, status, text]).toEqual([path, 204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers':
          'Content-Type,X-Api-Key,Authorization,X-Correlation-Id,Mcp-Protocol-Version,Mcp-Method,Mcp-Name',
        vary: expect.stringMatching(/\bOrigin\b/) as unknown,
      });
      for (const [base, origin] of [
        [url, 'https://agents.example.com.evil.example'],
        [url, 'null'],
        [app.url, ORIGIN],
      ]) {
        const refused = await preflight(base, path, origin);
        expect([origin, refused.status, shared(refused)]).toEqual([origin, 403, []]);
      }
      const withoutOrigin = await preflight(url, path);
      expect([withoutOrigin.status, shared(withoutOrigin)]).toEqual([401, []]);
    }
    for (const path of ['/api/v1/members', '/mcpx', '/health/live']) {
      expect([path, shared(await preflight(url, path, ORIGIN))]).toEqual([path, []]);
    }
  });

  it('lets pages of a configured origin read its answers, refusals included', async () => {
    const { url } = await withSettings({ MCP_ALLOWED_ORIGINS: `${ORIGIN}, http://localhost:5173` });
    const answered = await ping(url, '/mcp', ORIGIN);
    const refused = await request(url).get('/mcp').set({ Origin: ORIGIN, 'x-api-key': 'nonsense' });
    for (const { headers } of [answered, refused]) {
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers['access-control-expose-headers']).toBe('X-Correlation-Id,Retry-After,RateLimit,RateLimit-Policy');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers.vary).toBe('x-api-key, Authorization, Accept, Origin');
    }
    expect([answered.status, refused.status]).toEqual([200, 401]);
    const others = [await ping(url, '/mcp'), await ping(url, '/mcp', 'null'), await ping(app.url, '/mcp', ORIGIN)];
    const rest = await request(url).get('/api/v1/members').set('Origin', ORIGIN);
    expect([...others, rest].map(shared)).toEqual([[], [], [], []]);
  });
});

describe('an API key as a Bearer token', () => {
  const key = (): string => school.owner.client.apiKey ?? '';
  const list = (headers: Record<string, string>) => request(app.url).get('/api/v1/groups').set(headers);

  it('works as in x-api-key, for reads, writes and agents', async () => {
    const headers = { Authorization: `Bearer ${key()}` };
    expect((await list(headers)).status).toBe(200);
    expect((await list({ Authorization: `bearer  ${key()}` })).status).toBe(200);
    const group = { name: 'Level one', type: 'level', scope: 'organization' };
    const write = () =>
      request(app.url)
        .post('/api/v1/groups')
        .set({ ...headers, 'Idempotency-Key': 'bearer-1' })
        .send(group);
    expect([(await write()).status, (await write()).status]).toEqual([201, 200]);
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const accept = { Accept: 'application/json, text/event-stream' };
    expect(
      (
        await request(app.url)
          .post('/mcp')
          .set({ ...headers, ...accept })
          .send(message)
      ).status,
    ).toBe(200);
    expect(app.logged()).not.toContain(key());
  });

  it('is refused when it is none, and counts for nothing beside x-api-key', async () => {
    for (const Authorization of ['Bearer', 'Bearer nonsense', `Basic ${key()}`, `Bearer ${key()} x`, key()]) {
      const { status, headers } = await list({ Authorization });
      expect([Authorization, status, headers['www-authenticate']]).toEqual([Authorization, 401, 'ApiKey, Bearer']);
    }
    expect((await list({ 'x-api-key': 'nonsense', Authorization: `Bearer ${key()}` })).status).toBe(401);
    expect((await list({ 'x-api-key': key(), Authorization: 'Bearer nonsense' })).status).toBe(200);
  });
});

describe('the REST API and web pages', () => {
  const ORIGIN = 'https://app.example.com';
  const shared = ({ headers }: Response): Record<string, unknown> =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
  const preflight = (url: string, path: string, origin: string) =>
    request(url).options(path).set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
  const list = (url: string, origin: string) =>
    request(url)
      .get('/api/v1/groups')
      .set({ Origin: origin, 'x-api-key': school.owner.client.apiKey ?? '' });

  it('is open to those of CORS_ORIGINS, without credentials, and to no others', async () => {
    const { url } = await withSettings({ CORS_ORIGINS: `${ORIGIN}, http://localhost:5173` });
    const asked = await preflight(url, '/api/v1/groups', ORIGIN);
    expect(asked.status).toBe(204);
    expect(shared(asked)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers':
        'Content-Type,X-Api-Key,Authorization,Idempotency-Key,If-Match,X-Correlation-Id,Prefer,Consistency-Token',
      'access-control-max-age': '600',
    });
    const answered = await list(url, ORIGIN);
    expect([answered.status, shared(answered)]).toEqual([
      200,
      {
        'access-control-allow-origin': ORIGIN,
        'access-control-expose-headers':
          'X-Correlation-Id,Idempotent-Replayed,Idempotency-Body-Mismatch,Preference-Applied,Consistency-Token,ETag,Retry-After,RateLimit,RateLimit-Policy',
      },
    ]);
    expect(answered.headers.vary).toMatch(/\bOrigin\b/);
    for (const origin of ['https://app.example.com.evil.example', 'null', 'http://app.example.com']) {
      expect([origin, shared(await preflight(url, '/api/v1/groups', origin))]).toEqual([
        origin,
        expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() as unknown }),
      ]);
      expect(shared(await list(url, origin))).not.toHaveProperty('access-control-allow-origin');
    }
    // Agents have a list of their own.
    expect((await preflight(url, '/mcp', ORIGIN)).status).toBe(403);
    for (const path of ['/health/live', '/metrics', '/docs'])
      expect(shared(await preflight(url, path, ORIGIN))).toEqual({});
  });

  it('is open to none by default', async () => {
    expect(shared(await preflight(app.url, '/api/v1/groups', ORIGIN))).toEqual({});
    expect(shared(await list(app.url, ORIGIN))).toEqual({});
  });

  it('takes origins only, and names the setting otherwise', async () => {
    for (const CORS_ORIGINS of ['*', 'app.example.com', 'https://app.example.com/']) {
      await expect(withSettings({ CORS_ORIGINS })).rejects.toThrow(
        'CORS_ORIGINS must be a comma-separated list of origins',
      );
    }
  });
});

describe('the metrics', () => {
  const TOKEN = 'a-token-of-the-scraper';

  it('need the token where one is configured', async () => {
    const { url } = await withSettings({ METRICS_TOKEN: TOKEN });
    for (const sent of ['', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, 'Bearer']) {
      const { status, headers, body } = await request(url).get('/metrics').set('Authorization', sent);
      expect([sent, status, body.code]).toEqual([sent, 401, 'unauthorized']);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    const read = await request(url).get('/metrics').set('Authorization', `Bearer ${TOKEN}`);
    expect([read.status, read.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect((await request(app.url).get('/metrics')).status).toBe(200);
  });

  it('are served at their own address only, where one is configured, and nothing else is', async () => {
    const { url, nest } = await withSettings({ METRICS_ADDRESS: '127.0.0.1:0', METRICS_TOKEN: TOKEN });
    const address = await nest.get(MetricsListener, { strict: false }).listen();
    const own = `http://127.0.0.1:${address?.port}`;
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const statusOf = async (base: string, path: string, given = {}) =>
      (await fetch(`${base}${path}`, { headers: given })).status;
    const refused = await fetch(`${own}/metrics`);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect([await statusOf(url, '/metrics', headers), await statusOf(own, '/metrics', headers)]).toEqual([404, 200]);
    expect([await statusOf(own, '/metrics'), await statusOf(own, '/health/live', headers)]).toEqual([401, 404]);
    await other?.close();
    other = undefined;
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });
});
