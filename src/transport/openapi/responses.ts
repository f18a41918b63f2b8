import { STATUS_CODES } from 'node:http';
import { getSchemaPath } from '@nestjs/swagger';
import { ERROR_STATUS } from '#kernel/errors/service-error.js';
import { mayLag, refusalsOf, type AnyOperation } from '#kernel/operations/operation.js';
import { TOKEN_HEADER } from '#kernel/standby/consistency-token.js';
import type { Components, Json } from './components.js';
import { EXAMPLE_CORRELATION_ID, exampleOf, jsonContent } from './examples.js';
import { FailureBody } from './failure-body.js';

const WHEN: Record<string, string> = {
  400: 'The Idempotency-Key is missing, the JSON is malformed or has too many values, or a field in `details` is invalid.',
  401: 'The API key is missing, malformed, unknown, expired or revoked, or its member is detached.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource was not found.',
  409: 'The resource is locked by a concurrent request: retry with the same Idempotency-Key.',
  413: 'The body is larger than 256 kB, or than the limit that the operation states.',
  415: 'The body is not application/json, or its charset or encoding is not supported.',
  429: 'The key, its organization or the remote address has sent too many requests: retry after `Retry-After` seconds. Nothing was done, and the Idempotency-Key stays free.',
  500: 'Unexpected error; nothing was changed.',
  503: 'The service is unavailable, or the outcome of the write is unknown: retry with the same key.',
};
const ALWAYS = ['401', '429', '500', '503'];
const WITH_RETRY_AFTER = ['409', '429', '503'];
const OF_WRITES = ['400', '409', '413', '415'];

const LIMIT_HEADERS = {
  RateLimit: {
    description:
      'What is left of each limit (`r` requests) and the seconds until it is full again (`t`), for the key and for its organization. Absent where no caller is known.',
    schema: { type: 'string' },
    example: '"key";r=5999;t=60, "organization";r=17999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"key";q=6000;w=60, "organization";q=18000;w=60',
  },
};
const CHALLENGE = {
  description: 'How to authenticate: with an API key, in the header `x-api-key` or as a Bearer token.',
  schema: { type: 'string' },
  example: 'ApiKey, Bearer',
};
const RETRY_AFTER = {
  description: 'Seconds to wait before the retry. With 409 it is sent for a lock only.',
  schema: { type: 'integer', minimum: 1 },
};

const MALFORMED_TOKEN = 'The Consistency-Token is malformed.';
const TOKEN = {
  description:
    'With a standby only: stands for this write. A read that sends it back, where its operation takes the header, includes the write.',
  schema: { type: 'string' },
  example: 'AgAAAAEAAAAAAU2PGA',
};

const MESSAGES: Record<string, string> = {
  invalid_request: 'The request is invalid.',
  unauthorized: 'A valid API key is required.',
  forbidden: 'The caller is not allowed to do this.',
  not_found: 'The resource was not found.',
  conflict: 'The state of the resource does not allow this.',
  rate_limited: 'Too many requests.',
  internal_error: 'Something went wrong on our side.',
  unavailable: 'The service is not available at the moment.',
};

export function responsesOf(operation: AnyOperation, components: Components): Json {
  return { ...successes(operation, components), ...failures(operation, components) };
}

function successes(operation: AnyOperation, components: Components): Json {
  const { name } = operation.response;
  const success = (component: string, description: string, replayed?: boolean): Json =>
    components.refer('responses', component, {
      description,
      headers:
        operation.kind === 'write' ? { [TOKEN_HEADER]: components.refer('headers', TOKEN_HEADER, TOKEN) } : undefined,
      content: envelope(components, getSchemaPath(operation.response), replayed),
    });
  if (operation.kind === 'read') return { 200: success(name, 'Success.') };
  const done = 'Success. A repeated key returns the first result with `replayed: true`.';
  const result = success(`${name}Result`, done, false);
  if (operation.status === 200) return { 200: result };
  return {
    200: success(`${name}Replay`, 'Replay: the first result under the same key, with `replayed: true`.', true),
    201: { ...result, description: 'Created.' },
  };
}

/** The body of a success; `replayed` on writes only. */
function envelope(components: Components, $ref: string, replayed?: boolean): Json {
  const properties = {
    success: { type: 'boolean', enum: [true] },
    data: { $ref },
    correlationId: { type: 'string' },
    ...(replayed === undefined ? {} : { replayed: { type: 'boolean' } }),
  };
  const schema = { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
  const data = exampleOf(components, { $ref });
  return jsonContent(components, schema, { success: true, data, correlationId: EXAMPLE_CORRELATION_ID, replayed });
}

/** One component per status. An operation's own description stands beside the reference, which OpenAPI 3.1 allows. */
function failures(operation: AnyOperation, components: Components): Json {
  const own: Record<string, string | undefined> = refusalsOf(operation);
  if (mayLag(operation)) own[400] ??= MALFORMED_TOKEN;
  const statuses = [...ALWAYS, ...(operation.kind === 'write' ? OF_WRITES : []), ...Object.keys(own)];
  return Object.fromEntries(
    statuses.map((status) => {
      const reference = components.refer('responses', componentOf(status), {
        description: WHEN[status],
        headers: failureHeaders(status, components),
        content: jsonContent(components, { $ref: getSchemaPath(FailureBody) }, failureExample(Number(status))),
      });
      const description = own[status] ?? WHEN[status];
      return [status, description === WHEN[status] ? reference : { ...reference, description }];
    }),
  );
}

function limitHeaders(components: Components): Json {
  return Object.fromEntries(
    Object.entries(LIMIT_HEADERS).map(([name, header]) => [name, components.refer('headers', name, header)]),
  );
}

function failureHeaders(status: string, components: Components): Json {
  // Refused before the caller, and with it the limits, is known.
  if (status === '401') return { 'WWW-Authenticate': components.refer('headers', 'WWW-Authenticate', CHALLENGE) };
  const limits = limitHeaders(components);
  if (!WITH_RETRY_AFTER.includes(status)) return limits;
  return { ...limits, 'Retry-After': components.refer('headers', 'Retry-After', RETRY_AFTER) };
}

function componentOf(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(' ', '');
}

function failureExample(status: number): Json {
  const code = Object.entries(ERROR_STATUS).find(([, value]) => value === status)?.[0] ?? 'invalid_request';
  return {
    success: false,
    code,
    message: MESSAGES[code],
    details: status === 400 ? [{ field: 'name', issue: 'is required' }] : [],
    correlationId: EXAMPLE_CORRELATION_ID,
  };
}
