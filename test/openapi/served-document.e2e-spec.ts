import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import request from 'supertest';
import { declareEvent } from '#kernel/trail/event.js';
import { serviceVersion } from '#transport/http/application.js';
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

  it('is below 5 kB for each operation, and below 500 bytes when it is compressed', async () => {
    const operations = Object.values(committed.paths).flatMap((path) => Object.keys(path)).length;
    const sizeAs = async (encoding: string) =>
      Number((await get('/openapi.json', { 'Accept-Encoding': encoding })).headers['content-length']);
    expect((await sizeAs('identity')) / operations).toBeLessThan(5_000);
    expect((await sizeAs('gzip')) / operations).toBeLessThan(500);
  });
});

describe.each(['/openapi.json', '/openapi.yaml', '/docs/swagger-ui-init.js'])('%s', (path) => {
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
});

describe('the page of the reference', () => {
  it('fetches the document: neither it nor its script holds a copy', async () => {
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui-init.js']) {
      const { status, text } = await get(path);
      expect([path, status, text.length < 10_000]).toEqual([path, 200, true]);
    }
    const { text: script } = await get('/docs/swagger-ui-init.js');
    expect(script).not.toContain('swaggerDoc"');
  });

  it.each(['/docs', '/docs/'])('finds the document from %s, behind a path prefix too', async (page) => {
    const html = (await get(page)).text;
    const source = /src="([^"]+swagger-ui-init\.js)"/.exec(html)?.[1] ?? '';
    for (const prefix of ['', '/schools/delivery']) {
      const src = new URL(source, `https://example.com${prefix}${page}`).href;
      let shown = '';
      const window: { onload?: () => void } = {};
      const bundle = Object.assign(({ url }: { url: string }) => void (shown = url), { presets: {}, plugins: {} });
      const globals = {
        window,
        document: { currentScript: { src } },
        SwaggerUIBundle: bundle,
        URL,
        SwaggerUIStandalonePreset: 0,
      };
      runInNewContext((await get('/docs/swagger-ui-init.js')).text, globals);
      window.onload?.();
      expect(shown).toBe(`https://example.com${prefix}/openapi.json`);
    }
  });

  it.each([
    [416, { Range: 'bytes=999999999-' }],
    [412, { 'If-Match': '"other"' }],
  ])('answers %d where a file does not have what %j asks for, and logs no failure', async (status, headers) => {
    const { body, ...answer } = await get('/docs/swagger-ui.css', headers);
    expect([answer.status, body]).toMatchObject([status, { success: false, code: 'invalid_request' }]);
    expect(app.logged()).not.toContain('"level":50');
  });
});

describe('what is served', () => {
  it('is made once: what is declared afterwards is not in it', async () => {
    const paths = ['/openapi.json', '/openapi.yaml', '/docs/swagger-ui-init.js'];
    const before = await Promise.all(paths.map(async (path) => get(path)));
    class Late {}
    declareEvent('document.made_late', 'The document was made too late.', Late);
    expect(JSON.stringify(buildDocument(app.nest, serviceVersion()))).toContain('document.made_late');
    for (const [index, path] of paths.entries()) {
      const { text, headers } = await get(path);
      expect([text, headers.etag]).toEqual([before[index].text, before[index].headers.etag]);
    }
  });
});
