import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import request from 'supertest';
import { serviceVersion } from '#transport/service-version.js';
import { buildDocument } from '#transport/openapi/document.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function get(path: string, headers: Record<string, string> = {}): request.Test {
  return request(app.url)
    .get(path)
    .set({ 'Accept-Encoding': 'identity', ...headers })
    .buffer();
}

const committed = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, object>;
};

describe('the OpenAPI document', () => {
  it('is what is committed, as JSON and as YAML', async () => {
    const json = await get('/openapi.json');
    expect([json.status, json.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json.body).toEqual(committed);
    const yaml = await get('/openapi.yaml');
    expect([yaml.status, yaml.headers['content-type']]).toEqual([200, 'text/yaml; charset=utf-8']);
    expect(load(yaml.text)).toEqual(committed);
  });

  it('is what the declarations of the running service make', () => {
    expect(buildDocument(app.nest, serviceVersion())).toEqual(committed);
  });

  it('is at most 4 kB for each operation, and below 500 bytes when it is compressed', async () => {
    const operations = Object.values(committed.paths).flatMap((path) => Object.keys(path)).length;
    const sizeAs = async (encoding: string) =>
      Number((await get('/openapi.json', { 'Accept-Encoding': encoding })).headers['content-length']);
    expect((await sizeAs('identity')) / operations).toBeLessThanOrEqual(4_000);
    expect((await sizeAs('gzip')) / operations).toBeLessThan(500);
  });
});

describe('the address of the service', () => {
  it('shows a page with links to the console, the reference and the health of the process', async () => {
    const page = await get('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(['console', 'docs', 'openapi.json', 'health/ready']);
    for (const link of links) expect([link, (await get(`/${link}`)).status]).toEqual([link, 200]);
    expect((await request(app.url).post('/')).status).toBe(404);
  });
});

describe.each(['/openapi.json', '/openapi.yaml', '/docs', '/docs/', '/docs/reference.js', '/docs/scalar.js'])(
  '%s',
  (path) => {
    it('is compressed for those who accept it, and has the same bytes', async () => {
      const identity = await get(path);
      expect([identity.headers['content-encoding'], identity.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
      for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
        const gzip = await get(path, { 'Accept-Encoding': accepted });
        expect([gzip.headers['content-encoding'], gzip.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
        expect(gzip.text).toBe(identity.text);
        expect(gzip.headers.etag).not.toBe(identity.headers.etag);
      }
      for (const accepted of ['br', 'gzip;q=0, identity']) {
        expect((await get(path, { 'Accept-Encoding': accepted })).headers['content-encoding']).toBeUndefined();
      }
    });

    it.each(['identity', 'gzip'])('is 304 and nothing more for those who have it, as %s', async (encoding) => {
      const accepting = { 'Accept-Encoding': encoding };
      const { etag } = (await get(path, accepting)).headers;
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { ...accepting, 'If-None-Match': known });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await get(path, { ...accepting, 'If-None-Match': '"other"' })).status).toBe(200);
    });

    it('is answered to HEAD without its bytes', async () => {
      const { status, headers, text } = await request(app.url).head(path).set('Accept-Encoding', 'identity');
      expect([status, headers.etag, text ?? '']).toEqual([200, (await get(path)).headers.etag, '']);
    });
  },
);

/** What a page's scripts configure Scalar with, as a browser at the address would run them. */
async function configurationAt(address: string, page: string): Promise<Configuration> {
  const [source] = scriptsOf((await get(page)).text).filter((one) => one.endsWith('reference.js'));
  const src = new URL(source, address).href;
  let shown: Configuration | undefined;
  const globals = {
    document: { currentScript: { src } },
    Scalar: { createApiReference: (_place: string, configuration: Configuration) => void (shown = configuration) },
    URL,
    Uint8Array,
    crypto,
  };
  runInNewContext((await get('/docs/reference.js')).text, globals);
  return shown!;
}

interface Configuration {
  url: string;
  servers: { url: string }[];
  onBeforeRequest: (context: { request: Request }) => void;
}

const scriptsOf = (html: string) => [...html.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, source]) => source);

describe('the page of the reference', () => {
  it.each(['/docs', '/docs/'])('has the document and its scripts from this service, at %s', async (page) => {
    const { text, headers } = await get(page);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).not.toMatch(/https?:|\son\w+=|<style|swagger/);
    for (const source of scriptsOf(text)) {
      const script = await get(new URL(source, `http://service${page}`).pathname);
      expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      for (const prefix of ['', '/schools/delivery']) {
        const { url, servers } = await configurationAt(`https://example.com${prefix}${page}`, page);
        const root = `https://example.com${prefix}`;
        expect([url, servers]).toEqual([`${root}/openapi.json`, [{ url: root, description: 'This service' }]]);
      }
    }
  });

  it('runs under the policy of every other response: scripts of this service only, none of them inline', async () => {
    const policy = (await get('/docs')).headers['content-security-policy'];
    expect(policy).toBe((await get('/openapi.json')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('connect-src');
  });

  it('asks Scalar for nothing of other hosts, and to keep the API key in memory only', async () => {
    expect(await configurationAt('https://example.com/docs', '/docs')).toMatchObject({
      persistAuth: false,
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    });
  });

  it('sends each write with an Idempotency-Key of its own, unless it has one', async () => {
    const { onBeforeRequest } = await configurationAt('https://example.com/docs', '/docs');
    const keyOf = (method: string, headers: Record<string, string> = {}) => {
      const request = new Request('https://example.com/api/v1/groups', { method, headers });
      onBeforeRequest({ request });
      return request.headers.get('Idempotency-Key');
    };
    const keys = ['POST', 'POST', 'PATCH', 'DELETE'].map((method) => keyOf(method, { 'Idempotency-Key': '' }));
    expect([new Set(keys).size, keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))]).toEqual([4, true]);
    expect([keyOf('POST', { 'Idempotency-Key': 'mine' }), keyOf('GET')]).toEqual(['mine', null]);
  });
});
