import { type AnyOperation, hasEntityTag } from '#kernel/operations';
import { TOKEN_HEADER } from '#kernel/standby';
import type { Components, Json } from './components.js';
import { EXAMPLE_CORRELATION_ID } from './examples.js';

/** The ETag of the examples. */
export const EXAMPLE_TAG = '"b7VYq2fW0sXcN5mJr8kTzA"';

const PREFERENCE = 'Preference-Applied';
const text = { type: 'string' };

const HEADERS: Record<string, Json> = {
  'X-Correlation-Id': {
    description: 'The same as `correlationId` in the body: as sent, or generated.',
    schema: text,
    example: EXAMPLE_CORRELATION_ID,
  },
  RateLimit: {
    description:
      'What is left of each limit (`r` requests) and the seconds until it is full again (`t`), for the key and for its organization. Absent where no caller is known, and without limits.',
    schema: text,
    example: '"key";r=5999;t=60, "organization";r=17999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds. Absent where `RateLimit` is.',
    schema: text,
    example: '"key";q=6000;w=60, "organization";q=18000;w=60',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with an API key, in the header `x-api-key` or as a Bearer token.',
    schema: text,
    example: 'ApiKey, Bearer',
  },
  'Retry-After': {
    description: 'Seconds to wait before the retry. With 409 it is sent only where waiting helps, as for a lock.',
    schema: { type: 'integer', minimum: 1 },
  },
  [TOKEN_HEADER]: {
    description:
      'With a standby only: stands for this write. A read that sends it back, where its operation takes the header, includes the write.',
    schema: text,
    example: 'AgAAAAEAAAAAAU2PGA',
  },
  'Idempotent-Replayed': {
    description: 'With a replay only, as `replayed` in the body.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Idempotency-Body-Mismatch': {
    description: 'With a replay only: the body is another than that of the first request. It was ignored.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description:
      'Stands for the resource as the response shows it: send it as `If-Match` with a change. Absent from a replay.',
    schema: text,
    example: EXAMPLE_TAG,
  },
  [PREFERENCE]: {
    description: 'Sent where the request has `Prefer: handling=strict` and its body or query was read.',
    schema: { type: 'string', enum: ['handling=strict'] },
  },
};

/** Every response has them. The document lists them with the failures, and the introduction describes them. */
const OF_ALL = ['X-Correlation-Id', 'RateLimit', 'RateLimit-Policy'];
const OF_WRITES = [TOKEN_HEADER, PREFERENCE, 'Idempotent-Replayed', 'Idempotency-Body-Mismatch'];
const OF_FAILURES: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers of a success, besides those of every response. */
export function successHeaders(components: Components, operation: AnyOperation): Json | undefined {
  const names = [...(operation.kind === 'write' ? OF_WRITES : []), ...(hasEntityTag(operation) ? ['ETag'] : [])];
  return names.length > 0 ? referTo(components, names) : undefined;
}

export function failureHeaders(components: Components, status: string): Json {
  return referTo(components, [...OF_ALL, ...(OF_FAILURES[status] ?? [])]);
}

function referTo(components: Components, names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, components.refer('headers', name, HEADERS[name])]));
}
