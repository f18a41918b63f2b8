import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { addWebhooks, eventDataClasses } from './event-webhooks.js';
import { addExamples } from './examples.js';
import { closeResponses, expandQueries, modernizeNullable } from './refinements.js';

const DESCRIPTION = `Training and coaching delivery for organizations: programs, cohorts, enrollments, groups, tasks with
deliverables, interventions, live sessions, a video library and webhook subscriptions.

The tenant is the organization of the API key. Every write takes an \`Idempotency-Key\` and commits its change, its audit
entry and its event in one transaction. Every failure has the same body; its \`code\` is one of invalid_request (400, 413,
415), unauthorized (401), forbidden (403), not_found (404), conflict (409), rate_limited (429), internal_error (500) and
unavailable (503).`;

/** The OpenAPI 3.1 document of the running service, made from its controllers and declarations. */
export function buildDocument(app: INestApplication, version: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Delivery Service')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addServer('/', 'This service')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'apiKey')
    .build();
  const options = { autoTagControllers: false, extraModels: eventDataClasses() };
  const document = SwaggerModule.createDocument(app, config, options);
  expandQueries(document);
  addWebhooks(document);
  modernizeNullable(document);
  closeResponses(document);
  addExamples(document);
  return sorted(document);
}

/** Paths and schemas in alphabetical order, so that the committed document changes only where the API does. */
function sorted(document: OpenAPIObject): OpenAPIObject {
  const byName = <T>(record: Record<string, T> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...document,
    paths: byName(document.paths),
    components: { ...document.components, schemas: byName(document.components?.schemas) },
  };
}
