import { describe, expect, it } from '@jest/globals';
import { Controller, Param } from '@nestjs/common';
import request, { type Response } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '#kernel/errors';
import { CapabilityUrl } from '#kernel/operations';
import { issueCapability, parseCapability } from '#kernel/secrets';
import { startTestApp } from '../support/test-app.js';
import { useApp } from '../support/use-school.js';

const valid = issueCapability(uuidv7());
const unknown = (): string => issueCapability(uuidv7()).token;

@Controller()
class DocumentController {
  @CapabilityUrl('files/:token')
  read(@Param('token') token: string): string {
    if (!parseCapability(token)?.hash.equals(valid.hash)) throw notFound();
    return 'a document';
  }
}

const app = useApp({ settings: { FAILED_AUTH_PER_MINUTE: 3 }, controllers: [DocumentController] });

const ask = (path: string) => request(app.url).get(path);
const withoutId = ({ status, body }: Response) => [status, { ...(body as object), correlationId: '' }];

describe('a capability URL', () => {
  it('is served without a key, kept out of search engines, shared caches and the log', async () => {
    const response = await ask(`/files/${valid.token}`);
    expect([response.status, response.text]).toEqual([200, 'a document']);
    expect(response.headers).toMatchObject({
      'cache-control': 'private',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(app.logged()).not.toContain(valid.token);
    expect(app.logged()).toContain('"path":"/files/[redacted]"');
  });

  it('is no path of the API', async () => {
    expect((await ask(`/api/v1/files/${valid.token}`)).status).toBe(404);
  });

  it('with any other token is answered like an unknown path; after some of them with 429, and the valid one goes on working', async () => {
    const strange = withoutId(await ask('/no-such-path'));
    for (const token of [unknown(), 'nonsense', encodeURIComponent('a/b')]) {
      expect(withoutId(await ask(`/files/${token}`))).toEqual(strange);
    }
    const { status, body, headers } = await ask(`/files/${unknown()}`);
    expect([status, (body as { code: string }).code, Number(headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
    expect((await ask(`/files/${valid.token}`)).text).toBe('a document');
    expect(app.logged()).not.toMatch(/[A-Za-z0-9_-]{54}/);
  });

  it('is not served by a process that is only a worker', async () => {
    const worker = await startTestApp({ ROLE: 'worker' }, app, [DocumentController]);
    try {
      expect((await request(worker.url).get(`/files/${valid.token}`)).status).toBe(404);
    } finally {
      await worker.close();
    }
  });
});
