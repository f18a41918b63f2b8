import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
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
});

describe('the metrics', () => {
  const TOKEN = 'a-token-of-the-scraper';

  it('need the token where one is configured', async () => {
    const { url } = await withSettings({ METRICS_TOKEN: TOKEN });
    for (const sent of ['', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, 'Bearer']) {
      const { status, body } = await request(url).get('/metrics').set('Authorization', sent);
      expect([sent, status, body.code]).toEqual([sent, 401, 'unauthorized']);
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
    expect([await statusOf(url, '/metrics', headers), await statusOf(own, '/metrics', headers)]).toEqual([404, 200]);
    expect([await statusOf(own, '/metrics'), await statusOf(own, '/health/live', headers)]).toEqual([401, 404]);
    await other?.close();
    other = undefined;
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });
});
