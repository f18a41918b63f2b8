import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Client } from '../support/client.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { RATE_LIMIT_PER_MINUTE: 6 } });
const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };

/** The headers of `/groups` that the document has for the status, and those of them that the response has. */
function headersOf(method: 'get' | 'post', { status, headers }: Response): { documented: string[]; sent: string[] } {
  const { responses } = app.contract.document.paths['/api/v1/groups'][method] as {
    responses: Record<string, { headers?: object }>;
  };
  const names = Object.keys(app.contract.document.components?.headers ?? {});
  const sent = names.filter((name) => name.toLowerCase() in headers);
  const own = (responses[status] ?? responses.default).headers ?? {};
  return { documented: [...LIMITED, ...Object.keys(own)], sent };
}

/** The introduction of the document describes them for all responses. */
const LIMITED = ['RateLimit', 'RateLimit-Policy', 'X-Correlation-Id'];

describe('the documented headers', () => {
  it('are those that are sent, with each kind of response', async () => {
    const { client } = school.owner;
    const options = { idempotencyKey: 'one', headers: { Prefer: 'handling=strict' } };
    const other = { ...group, name: 'Another name' };
    const calls: ['get' | 'post', Response, number, string[]][] = [
      ['post', await client.post('/groups', group, options), 201, ['ETag', 'Preference-Applied', ...LIMITED]],
      [
        'post',
        await client.post('/groups', group, { idempotencyKey: 'one' }),
        200,
        ['Idempotent-Replayed', ...LIMITED],
      ],
      [
        'post',
        await client.post('/groups', other, { idempotencyKey: 'one' }),
        200,
        ['Idempotency-Body-Mismatch', 'Idempotent-Replayed', ...LIMITED],
      ],
      ['post', await client.post('/groups', {}), 400, LIMITED],
      ['get', await client.get('/groups'), 200, LIMITED],
      ['get', await new Client(app, null).get('/groups'), 401, ['WWW-Authenticate', 'X-Correlation-Id']],
      ['get', await client.get('/groups'), 200, LIMITED],
      ['get', await client.get('/groups'), 429, ['Retry-After', ...LIMITED]],
    ];
    for (const [method, response, status, expected] of calls) {
      const { documented, sent } = headersOf(method, response);
      expect([response.status, sent.sort()]).toEqual([status, expected.sort()]);
      expect(documented).toEqual(expect.arrayContaining(sent));
    }
  });
});
