import type { JsonSchema } from '#kernel/fields';
import { SCHEMAS, type Json } from './components.js';
import { exampleId, exampleInstant } from './example-values.js';
import { EXAMPLE_CORRELATION_ID } from './examples.js';

const READ = {
  success: { type: 'boolean', enum: [true] },
  data: {},
  correlationId: { type: 'string', example: EXAMPLE_CORRELATION_ID },
};
const WRITE = {
  ...READ,
  replayed: {
    type: 'boolean',
    description: 'Whether this is the first result of an earlier request with the same Idempotency-Key',
    example: false,
  },
};
const EVENT = {
  id: { type: 'string', format: 'uuid', description: 'Id of the event, as in `webhook-id`', example: exampleId('id') },
  type: { type: 'string' },
  timestamp: {
    type: 'string',
    format: 'date-time',
    description: 'Time of the change, UTC',
    example: exampleInstant('timestamp'),
  },
  organizationId: { type: 'string', format: 'uuid', example: exampleId('organizationId') },
  data: {},
};

/** The fields around the `data` of all successes and of all webhook requests. */
export const ENVELOPES: Record<string, JsonSchema> = {
  ReadEnvelope: envelope(READ),
  WriteEnvelope: envelope(WRITE),
  EventEnvelope: envelope(EVENT),
};

/** The envelope of that name with what is particular to its use. */
export function inEnvelope(name: 'ReadEnvelope' | 'WriteEnvelope' | 'EventEnvelope', properties: Json): Json {
  return { allOf: [{ $ref: SCHEMAS + name }], required: ['data'], properties };
}

function envelope(properties: Json): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}
