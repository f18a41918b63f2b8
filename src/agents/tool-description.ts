import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { jsonSchemaOf, type JsonSchema } from '../platform/openapi/json-schema.js';
import { pathParameters, type AnyOperation } from '../platform/operations/operation.js';

const CORRELATION_ID = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Returned in the result and kept in the audit trail; generated when left out.',
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'One key for each intention: the same key gives the first result again and changes nothing.',
};

/** What agents are told of an operation, all of it from the declaration. */
export function describeTool(operation: AnyOperation): Tool {
  const write = operation.kind === 'write';
  return {
    name: operation.name,
    title: operation.summary,
    description: [`${operation.summary}.`, operation.description, refusals(operation)].filter(Boolean).join(' '),
    inputSchema: inputSchema(operation),
    annotations: {
      title: operation.summary,
      readOnlyHint: !write,
      // What only adds a resource takes nothing away; every other write changes what was there.
      destructiveHint: write && operation.status !== 201,
      // Reads change nothing, and a write is done once for each of its keys.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** The names of the arguments that are neither path parameters nor fields of the body or query. */
export function ownArguments(operation: AnyOperation): string[] {
  return operation.kind === 'write' ? ['idempotencyKey', 'correlationId'] : ['correlationId'];
}

function inputSchema(operation: AnyOperation): Tool['inputSchema'] {
  const fields = operation.kind === 'write' ? operation.body : operation.query;
  const { properties = {}, required = [], $defs } = (fields ? jsonSchemaOf(fields) : {}) as Fields;
  const path = pathParameters(operation);
  const own = ownArguments(operation);
  const taken = Object.keys(properties).filter((name) => own.includes(name) || path.includes(name));
  if (taken.length > 0) throw new Error(`${operation.name}: ${taken.join(', ')} would be two arguments of one name`);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(path.map((name) => [name, { type: 'string', format: 'uuid' }])),
      ...properties,
      ...(operation.kind === 'write' ? { idempotencyKey: IDEMPOTENCY_KEY } : {}),
      correlationId: CORRELATION_ID,
    },
    required: [...path, ...required, ...(operation.kind === 'write' ? ['idempotencyKey'] : [])],
    ...(operation.kind === 'write' && operation.emptyBody ? { additionalProperties: false } : {}),
    ...($defs ? { $defs } : {}),
  };
}

interface Fields {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $defs?: Record<string, JsonSchema>;
}

function refusals(operation: AnyOperation): string {
  const known = Object.entries(operation.refusals).map(([status, when]) => `${status}: ${when}`);
  return known.length > 0 ? `Refusals: ${known.join(' ')}` : '';
}
