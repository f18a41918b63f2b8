import { isDeepStrictEqual } from 'node:util';
import { getSchemaPath } from '@nestjs/swagger';
import { ERROR_STATUS } from '#kernel/errors';
import { type AnyOperation, mayLag, refusalsOf, representationOf } from '#kernel/operations';
import { answerExample } from './answer-example.js';
import type { Components, Json } from './components.js';
import { inEnvelope } from './envelopes.js';
import { EXAMPLE_CORRELATION_ID, exampleOf } from './examples.js';
import { FailureBody } from '../http/envelope/envelope.js';
import { failureHeaders, successHeaders } from './headers.js';

const WHEN: Record<string, string> = {
  400: 'The Idempotency-Key is missing, the JSON is malformed or has too many values, or a field in `details` is invalid.',
  401: 'The API key is missing, malformed, unknown, expired or revoked, or its member is detached.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource was not found.',
  409: 'The resource is locked by a concurrent request (`locked`): retry with the same Idempotency-Key.',
  412: 'The resource is not as If-Match says: it was changed in between. Nothing was changed, and the Idempotency-Key stays free.',
  413: 'The body is larger than 256 kB, or than the limit that the operation states.',
  415: 'The body is not application/json, or its charset or encoding is not supported.',
  429: 'The key or its organization has sent too many requests, or the remote address too many with keys that are not valid. Retry after `Retry-After` seconds. Nothing was done, and the Idempotency-Key stays free.',
  500: 'Unexpected error; nothing was changed.',
  503: 'The service is unavailable, or the outcome of the write is unknown: retry with the same key.',
};
const OF_WRITES = ['400', '409'];
/** The statuses that mean the same for every operation: the response `default`. */
const OTHERS = ['413', '415', '500', '503'];

const UNKNOWN_PARAMETER = 'With `Prefer: handling=strict`, a query parameter is unknown.';
const MALFORMED_TOKEN = 'The Consistency-Token is malformed.';
const MESSAGES: Record<string, string> = {
  invalid_request: 'The request is invalid.',
  unauthorized: 'A valid API key is required.',
  forbidden: 'The caller is not allowed to do this.',
  not_found: 'The resource was not found.',
  conflict: 'The state of the resource does not allow this.',
  precondition_failed: 'The resource has changed since it was read.',
  rate_limited: 'Too many requests.',
  internal_error: 'Something went wrong on our side.',
  unavailable: 'The service is not available at the moment.',
};

export function responsesOf(operation: AnyOperation, components: Components): Json {
  return { ...successes(operation, components), ...failures(operation, components) };
}

function successes(operation: AnyOperation, components: Components): Json {
  const { response } = operation;
  const writes = operation.kind === 'write';
  const usual = exampleOf(components, { $ref: getSchemaPath(response) });
  const data = writes ? answerExample(components, operation) : usual;
  const isUsual = isDeepStrictEqual(data, usual);
  if (isUsual) components.exemplify(response.name, data);
  // Operations share a response while its example and its headers are the same.
  const isShared = isUsual && operation.method !== 'DELETE' && !operation.otherResponse;
  const own = isShared ? response.name : pascalCase(operation.name);
  const shapes = [response, ...(operation.otherResponse ? [operation.otherResponse] : [])].map((shape) => ({
    $ref: getSchemaPath(shape),
  }));
  const envelope = inEnvelope(writes ? 'WriteEnvelope' : 'ReadEnvelope', {
    data: shapes.length === 1 ? shapes[0] : { oneOf: shapes },
  });
  const success = components.refer('responses', writes ? `${own}Result` : own, {
    description: writes ? 'Success or replay.' : 'Success.',
    headers: successHeaders(components, operation),
    content: {
      'application/json': {
        schema: { ...envelope, unevaluatedProperties: false },
        example: isUsual
          ? undefined
          : { success: true, data, correlationId: EXAMPLE_CORRELATION_ID, ...(writes ? { replayed: false } : {}) },
      },
    },
  });
  if (operation.kind === 'read' || operation.status === 200) return { 200: success };
  return { 200: { ...success, description: 'Replay.' }, 201: { ...success, description: 'Created.' } };
}

/**
 * One component for each status that depends on the operation, and one for the others. An operation's own description
 * stands beside the reference, which OpenAPI 3.1 allows.
 */
function failures(operation: AnyOperation, components: Components): Json {
  const own: Record<string, string | undefined> = refusalsOf(operation);
  if (operation.kind === 'read') own[400] ??= mayLag(operation) ? MALFORMED_TOKEN : UNKNOWN_PARAMETER;
  const ofWrite = operation.kind === 'write' ? [...OF_WRITES, ...(representationOf(operation) ? ['412'] : [])] : [];
  const statuses = ['401', '429', ...ofWrite, ...Object.keys(own)];
  const stated = statuses
    .filter((status) => !OTHERS.includes(status))
    .map((status) => {
      const reference = components.refer('responses', status, {
        description: WHEN[status],
        headers: failureHeaders(components, status),
        content: failureContent({ example: failureExample(status) }),
      });
      const description = own[status] ?? WHEN[status];
      return [status, description === WHEN[status] ? reference : { ...reference, description }] as const;
    });
  const others = components.refer('responses', 'default', {
    description: OTHERS.map((status) => `${status}: ${WHEN[status]}`).join('\n\n'),
    headers: failureHeaders(components, '503'),
    content: failureContent({
      examples: Object.fromEntries(OTHERS.map((status) => [status, { value: failureExample(status) }])),
    }),
  });
  return { ...(Object.fromEntries(stated) as Json), default: others };
}

function failureContent(examples: Json): Json {
  return { 'application/json': { schema: { $ref: getSchemaPath(FailureBody) }, ...examples } };
}

function failureExample(status: string): Json {
  const code = Object.entries(ERROR_STATUS).find(([, value]) => value === Number(status))?.[0] ?? 'invalid_request';
  return {
    success: false,
    code,
    ...(code === 'conflict' ? { reason: 'locked' } : {}),
    message: MESSAGES[code],
    details: status === '400' ? [{ field: 'name', issue: 'is required' }] : [],
    correlationId: EXAMPLE_CORRELATION_ID,
  };
}

/** `plan_intervention` as `PlanIntervention`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}
