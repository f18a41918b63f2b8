import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { declaredEvents, type EventDeclaration } from '../events/event.js';
import { exampleOf } from './examples.js';

type Json = Record<string, unknown>;

const SIGNED = 'Signed as Standard Webhooks: verify `webhook-signature` before you read the body.';

const HEADERS = [
  ['webhook-id', 'The event. It is the same however often the event is sent: ignore what you have seen.'],
  ['webhook-timestamp', 'When this attempt was sent, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`.'],
] as const;

/** The classes of the events' data, which the document needs schemas of. */
export function eventDataClasses(): Type[] {
  return [...new Set([...declaredEvents().values()].map(({ data }) => data as Type))];
}

/** Documents, as OpenAPI's `webhooks`, the request that a subscriber gets for each event. */
export function addWebhooks(document: OpenAPIObject): void {
  const events = [...declaredEvents().values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  (document as { webhooks?: object }).webhooks = Object.fromEntries(
    events.map((event) => [event.name, { post: requestOf(document, event) }]),
  );
}

function requestOf(document: OpenAPIObject, { name, summary, version, data }: EventDeclaration): Json {
  const schema = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'organizationId', 'data'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The event, as in `webhook-id`' },
      type: { type: 'string', enum: [name] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened, UTC' },
      organizationId: { type: 'string', format: 'uuid' },
      data: { $ref: getSchemaPath(data) },
    },
  };
  return {
    operationId: `receive_${name.replaceAll('.', '_')}`,
    summary,
    description: `${SIGNED} Version ${version} of the data.`,
    'x-event-version': version,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(document, schema) } },
    },
    responses: {
      '2XX': { description: 'Received. Anything else is tried again on the schedule.' },
      '410': { description: 'Not wanted any more: the subscription is paused.' },
    },
  };
}
