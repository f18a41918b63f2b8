import { getSchemaPath } from '@nestjs/swagger';
import type { EventDeclaration } from '#kernel/events';
import type { Components, Json } from './components.js';
import { inEnvelope } from './envelopes.js';
import { exampleOf } from './examples.js';

const HEADERS = {
  'webhook-id': 'Id of the event, the same for every attempt: ignore duplicates.',
  'webhook-timestamp': 'Time of this attempt, in Unix seconds.',
  'webhook-signature': '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`.',
};

/** The webhook request of an event, as an OpenAPI operation object. */
export function webhookObject({ name, summary, version, data }: EventDeclaration, components: Components): Json {
  const $ref = getSchemaPath(data);
  components.exemplify(data.name, exampleOf(components, { $ref }));
  const schema = inEnvelope('EventEnvelope', { type: { enum: [name] }, data: { $ref } });
  return {
    operationId: `receive_${name.replaceAll('.', '_')}`,
    tags: ['Webhooks'],
    summary,
    'x-event-version': version,
    security: [],
    parameters: Object.entries(HEADERS).map(([header, description]) =>
      components.refer('parameters', header.replace('webhook-', ''), {
        name: header,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      }),
    ),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': components.refer('responses', 'Received', {
        description: 'Received. Any other response is retried on schedule.',
      }),
      '410': components.refer('responses', 'Unwanted', {
        description: 'No longer wanted: the subscription is paused.',
      }),
    },
  };
}
