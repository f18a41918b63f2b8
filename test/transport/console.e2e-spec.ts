import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (path: string, encoding = 'identity') =>
  request(app.url).get(path).set('Accept-Encoding', encoding).redirects(0).buffer();

/** The addresses of the files that the page loads. */
async function loadedFiles(): Promise<string[]> {
  const { text } = await get('/console');
  return [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
}

describe('the page of the console', () => {
  it('is the same for each of its paths, under a policy that allows this service, and videos and pictures alone from elsewhere', async () => {
    for (const path of ['/console', '/console/', '/console/cohorts', '/console/enrollments/1?part=tasks']) {
      const { status, headers, text } = await get(path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-store');
      const nonce = /nonce="([\w-]{20,})"/.exec(text)?.[1];
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' https:; ` +
          "media-src 'self' https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(text).not.toContain('__NONCE__');
      // Neither scripts nor styles within the page: its policy would refuse them.
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style=/);
    }
  });

  it('has another nonce each time', async () => {
    const [first, second] = await Promise.all([get('/console'), get('/console')]);
    expect(first.text).not.toBe(second.text);
  });

  it('loads files of this service only', async () => {
    const { text } = await get('/console');
    expect(text).not.toMatch(/(?:src|href)="(?!\/console\/assets\/)/);
    expect((await loadedFiles()).length).toBeGreaterThanOrEqual(3);
  });
});

describe('the files of the console', () => {
  it('may be kept forever, and are compressed for those who accept it', async () => {
    for (const path of await loadedFiles()) {
      const [identity, gzip] = [await get(path), await get(path, 'gzip')];
      expect([path, identity.status, gzip.status]).toEqual([path, 200, 200]);
      expect(identity.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect([identity.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(identity.headers['content-type']).toMatch(
        { js: /^text\/javascript/, css: /^text\/css/, svg: /^image\/svg/ }[path.split('.').at(-1) ?? ''] ?? /never/,
      );
      expect(identity.headers['x-content-type-options']).toBe('nosniff');
      const again = await request(app.url)
        .get(path)
        .set('Accept-Encoding', 'gzip')
        .set('If-None-Match', gzip.headers.etag);
      expect(again.status).toBe(304);
    }
  });

  it('are no others: neither outside of their folder nor unknown ones', async () => {
    for (const name of ['x.js', '..%2findex.html', '..%2f..%2fmain.js', 'index.html', '', '%00', '__proto__']) {
      const { status, headers } = await get(`/console/assets/${name}`);
      expect([name, status === 404 || status === 400]).toEqual([name, true]);
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('are below 200 kB for the first view', async () => {
    let bytes = 0;
    for (const path of await loadedFiles()) bytes += Number((await get(path, 'gzip')).headers['content-length']);
    expect(bytes).toBeLessThan(200_000);
  });
});

it('only reads: other methods are refused', async () => {
  for (const method of ['post', 'put', 'delete'] as const) {
    expect((await request(app.url)[method]('/console')).status).toBe(404);
  }
});

it('a worker serves no console', async () => {
  const worker = await startTestApp({ ROLE: 'worker' }, app);
  expect((await request(worker.url).get('/console')).status).toBe(404);
  await worker.close();
});
