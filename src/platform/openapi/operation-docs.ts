import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { pathParameters, type AnyOperation } from '../operations/operation.js';
import { acceptsNothing } from '../operations/validation.js';
import { FailureBody } from './failure-body.js';

const CORRELATION_HEADER = {
  name: 'X-Correlation-Id',
  required: false,
  description: 'Returned as `correlationId`; generated when absent.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
} as const;

const KEY_HEADER = {
  name: 'Idempotency-Key',
  required: true,
  description: 'The same key gives the first result again, with `replayed: true`, and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const ALWAYS = {
  401: 'The API key is missing, malformed, unknown, expired or revoked, or its member is detached.',
  500: 'Something unexpected happened; nothing was changed.',
  503: 'The service is not available, or the outcome of the write is not known: try again with the same key.',
};

const OF_WRITES = {
  400: 'The Idempotency-Key is missing, the JSON is invalid, or a field breaks a rule; `details` names it.',
  409: 'Another request holds the resource; try again with the same Idempotency-Key.',
  413: 'The body is larger than 256 kB.',
  415: 'The body is not application/json, or in a charset or encoding that is not supported.',
};

/** Everything that a declaration says of an operation, as OpenAPI metadata of its controller method. */
export function documentOperation(operation: AnyOperation): MethodDecorator {
  const write = operation.kind === 'write';
  const decorators: MethodDecorator[] = [
    ApiOperation({ operationId: operation.name, summary: operation.summary, description: operation.description }),
    ApiTags(operation.tag),
    ApiSecurity('apiKey'),
    ApiExtraModels(operation.response, FailureBody),
    ApiHeader(CORRELATION_HEADER),
    ...pathParameters(operation).map((name) => ApiParam({ name, schema: { type: 'string', format: 'uuid' } })),
    ...successes(operation),
    ...refusals(operation),
  ];
  if (write) decorators.push(ApiHeader(KEY_HEADER));
  if (write && operation.body)
    decorators.push(ApiBody({ type: operation.body, required: !acceptsNothing(operation.body as never) }));
  if (write && !operation.body) {
    decorators.push(
      ApiBody({ required: false, schema: { type: 'object', ...(operation.emptyBody ? { maxProperties: 0 } : {}) } }),
    );
  }
  if (!write && operation.query) {
    decorators.push(ApiExtraModels(operation.query), ApiExtension('x-query', operation.query.name));
  }
  return applyDecorators(...decorators);
}

function successes(operation: AnyOperation): MethodDecorator[] {
  if (operation.kind === 'read') return [success(operation, 200, 'What was asked for.')];
  const replay = 'The key was used before: the first result, with `replayed: true`.';
  if (operation.status === 201) return [success(operation, 201, 'Created.'), success(operation, 200, replay)];
  return [
    success(operation, 200, `Done. Where the key was used before: \`replayed: true\`, and nothing is done again.`),
  ];
}

function success(operation: AnyOperation, status: number, description: string): MethodDecorator {
  const write = operation.kind === 'write';
  return ApiResponse({
    status,
    description,
    schema: {
      type: 'object',
      required: ['success', 'data', 'correlationId', ...(write ? ['replayed'] : [])],
      properties: {
        success: { type: 'boolean', enum: [true] },
        data: { $ref: getSchemaPath(operation.response) },
        correlationId: { type: 'string', example: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11' },
        ...(write ? { replayed: { type: 'boolean', example: status !== operation.status } } : {}),
      },
      additionalProperties: false,
    },
  });
}

function refusals(operation: AnyOperation): MethodDecorator[] {
  const described: Record<string, string | undefined> = {
    ...ALWAYS,
    ...(operation.kind === 'write' ? OF_WRITES : {}),
    ...operation.refusals,
  };
  return Object.entries(described).map(([status, description]) =>
    ApiResponse({
      status: Number(status),
      description: description ?? '',
      schema: { $ref: getSchemaPath(FailureBody) },
    }),
  );
}
