import type { Tool } from '@modelcontextprotocol/server';
import { ERROR_STATUS } from '#kernel/errors';
import { type JsonSchema, jsonSchemaOf } from '#kernel/fields';
import { type AnyOperation, pathParameters, refusalsOf } from '#kernel/operations';

type Json = Record<string, JsonSchema>;

const text = (maxLength: number, description: string) => ({ type: 'string', minLength: 1, maxLength, description });

const CORRELATION_ID = text(128, 'Recorded in the audit trail');
const IDEMPOTENCY_KEY = text(255, 'One per intention; to retry, the same one');

const REFUSED = {
  success: { const: false },
  code: { enum: Object.keys(ERROR_STATUS) },
  message: { type: 'string' },
  details: {
    type: 'array',
    items: {
      type: 'object',
      properties: { field: { type: 'string' }, issue: { type: 'string' } },
      required: ['field', 'issue'],
    },
  },
  correlationId: { type: 'string' },
};
const REFUSAL = { properties: { ...REFUSED, reason: { type: 'string' } }, required: Object.keys(REFUSED) };

/**
 * Describes a tool by what a model chooses it by. The schemas of results would be two thirds of the list, and few clients
 * use them (see `outputSchema`): in their place the description names the fields.
 */
export function describeTool(operation: AnyOperation): Tool {
  const write = operation.kind === 'write';
  const { summary, description } = operation;
  return {
    name: operation.name,
    title: summary,
    description: [`${summary}.`, description, returned(operation), refusals(operation)].filter(Boolean).join(' '),
    inputSchema: inputSchema(operation),
    annotations: {
      readOnlyHint: !write,
      // A creation only adds; every other write changes existing data.
      destructiveHint: write && operation.status !== 201,
      // A write is idempotent by its key.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

export function ownArguments(operation: AnyOperation): string[] {
  return operation.kind === 'write' ? ['idempotencyKey', 'correlationId'] : ['correlationId'];
}

function inputSchema(operation: AnyOperation): Tool['inputSchema'] {
  const fields = operation.kind === 'write' ? operation.body : operation.query;
  const {
    properties = {},
    required = [],
    $defs,
  } = (fields ? jsonSchemaOf(fields) : {}) as { properties?: Json; required?: string[]; $defs?: Json };
  const path = pathParameters(operation);
  const own = ownArguments(operation);
  const taken = Object.keys(properties).filter((name) => own.includes(name) || path.includes(name));
  if (taken.length > 0) throw new Error(`${operation.name}: ${taken.join(', ')} is the name of two arguments`);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(path.map((name) => [name, { type: 'string', format: 'uuid' }])),
      ...properties,
      ...(operation.kind === 'write' ? { idempotencyKey: IDEMPOTENCY_KEY } : {}),
      correlationId: CORRELATION_ID,
    },
    required: [...path, ...required, ...(operation.kind === 'write' ? ['idempotencyKey'] : [])],
    // Agents are strict: an unknown argument is refused.
    additionalProperties: false,
    ...($defs ? { $defs: closed($defs) } : {}),
  };
}

/** Every result of the tool: the envelope with the declared response, or that of a refusal. */
export function outputSchema(operation: AnyOperation): JsonSchema {
  const { $defs, ...data } = jsonSchemaOf(operation.response);
  const done = {
    success: { const: true },
    data,
    correlationId: { type: 'string' },
    ...(operation.kind === 'write' ? { replayed: { type: 'boolean' } } : {}),
  };
  return {
    type: 'object',
    oneOf: [{ properties: done, required: Object.keys(done) }, REFUSAL],
    ...($defs ? { $defs } : {}),
  };
}

function closed(schemas: Json): Json {
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      schema.type === 'object' ? { additionalProperties: false, ...schema } : schema,
    ]),
  );
}

/** The names of the fields of `data`; of a list, those of its items. */
function returned(operation: AnyOperation): string {
  const { $defs = {}, properties = {} } = jsonSchemaOf(operation.response) as { $defs?: Json; properties?: Json };
  const fieldsOf = (schema: JsonSchema): string[] => {
    const { $ref = '' } = (schema.items ?? {}) as { $ref?: string };
    return Object.keys(($defs[$ref.replace('#/$defs/', '')] as JsonSchema | undefined)?.properties ?? {});
  };
  const names = Object.entries(properties).map(([name, schema]) => {
    const fields = name === 'items' ? fieldsOf(schema) : [];
    return fields.length === 0 ? name : `${name} (${fields.join(', ')})`;
  });
  return `Returns ${names.join(', ')}.`;
}

function refusals(operation: AnyOperation): string {
  const lines = Object.entries(refusalsOf(operation)).map(([status, when]) => `${status}: ${when}`);
  return lines.length > 0 ? `Refusals: ${lines.join(' ')}` : '';
}
