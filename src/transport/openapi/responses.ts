import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { getSchemaPath } from '@nestjs/swagger';
import { ERROR_STATUS } from '#kernel/errors';
import { type AnyOperation, mayLag, refusalsOf } from '#kernel/operations';
import { answerExample } from './answer-example.js';
import type { Components, Json } from './components.js';
import { EXAMPLE_CORRELATION_ID, exampleOf, jsonContent } from './examples.js';
import { FailureBody } from './failure-body.js';
import { failureHeaders, successHeaders } from './headers.js';

const WHEN: Record<string, string> = {
  400: 'The Idempotency-Key is missing, the JSON is malformed or has too many values, or a field in `details` is invalid.',
  401: 'The API key is missing, malformed, unknown, expired or revoked, or its member is detached.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource was not found.',
  409: 'The resource is locked by a concurrent request: retry with the same Idempotency-Key.',
  413: 'The body is larger than 256 kB, or than the limit that the operation states.',
  415: 'The body is not application/json, or its charset or encoding is not supported.',
  429: 'The key or its organization has sent too many requests, or the remote address too many with keys that are not valid. Retry after `Retry-After` seconds. Nothing was done, and the Idempotency-Key stays free.',
  500: 'Unexpected error; nothing was changed.',
  503: 'The service is unavailable, or the outcome of the write is unknown: retry with the same key.',
};
const ALWAYS = ['401', '429', '500', '503'];
const OF_WRITES = ['400', '409', '413', '415'];

const MALFORMED_TOKEN = 'The Consistency-Token is malformed.';
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
  const $ref = getSchemaPath(operation.response);
  const usual = exampleOf(components, { $ref });
  const data = operation.kind === 'write' ? answerExample(components, operation) : usual;
  // Operations share a response while its example is the same.
  const name = isDeepStrictEqual(data, usual) ? operation.response.name : pascalCase(operation.name);
  const success = (
    component: string,
    description: string,
    kinds: Parameters<typeof successHeaders>[1],
    replayed?: boolean[],
  ): Json =>
    components.refer('responses', component, {
      description,
      headers: successHeaders(components, kinds),
      content: envelope(components, { $ref, data, replayed }),
    });
  if (operation.kind === 'read') return { 200: success(name, 'Success.', {}) };
  if (operation.status === 200) {
    const done = 'Success. A repeated key returns the first result with `replayed: true`.';
    return { 200: success(`${name}Result`, done, { isWrite: true, mayReplay: true }, [false, true]) };
  }
  const again = 'Replay: the first result under the same key, with `replayed: true`.';
  return {
    200: success(`${name}Replay`, again, { isWrite: true, mayReplay: true }, [true]),
    201: success(`${name}Created`, 'Created.', { isWrite: true }, [false]),
  };
}

/** The body of a success. On writes it has `replayed` with one of the given values, the first of which is the example's. */
function envelope(
  components: Components,
  { $ref, data, replayed }: { $ref: string; data: unknown; replayed?: boolean[] },
): Json {
  const properties = {
    success: { type: 'boolean', enum: [true] },
    data: { $ref },
    correlationId: { type: 'string' },
    ...(replayed ? { replayed: { type: 'boolean', ...(replayed.length === 1 ? { enum: replayed } : {}) } } : {}),
  };
  const schema = { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
  return jsonContent(components, schema, {
    success: true,
    data,
    correlationId: EXAMPLE_CORRELATION_ID,
    replayed: replayed?.[0],
  });
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
        headers: failureHeaders(components, status),
        content: jsonContent(components, { $ref: getSchemaPath(FailureBody) }, failureExample(Number(status))),
      });
      const description = own[status] ?? WHEN[status];
      return [status, description === WHEN[status] ? reference : { ...reference, description }];
    }),
  );
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

/** `plan_intervention` as `PlanIntervention`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}
