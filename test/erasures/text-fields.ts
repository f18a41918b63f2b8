import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BodySchema } from '../conformance/body-schema.js';

interface Body {
  $ref?: string;
  content?: Record<string, { schema: BodySchema }>;
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; requestBody?: Body }>>;
  components: { schemas: Record<string, BodySchema>; requestBodies?: Record<string, Body> };
}

const document = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi.json', import.meta.url)), 'utf8'),
) as OpenApi;

/** Strings of a form of their own, whose form the document does not tell. */
const NO_TEXT = /(^|\.)(authenticatorAttachment|transports\[\]|mimeType|mimeTypes\[\]|timezone|from|to|cohortId)$/;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
    ...{ method, operationId, schema: schemaOf(requestBody) },
    pattern: new RegExp(`^${path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

function schemaOf(body: Body | undefined): BodySchema | undefined {
  const named = body?.$ref?.split('/').at(-1);
  const { content } = (named === undefined ? body : document.components.requestBodies?.[named]) ?? {};
  return content?.['application/json'].schema;
}

/** Every field of the API that takes a text, as `operation field`. */
export function textFields(): string[] {
  return operations.flatMap(({ operationId, schema }) => {
    const fields = schema ? fieldsOf(schema, '') : [];
    return [...new Set(fields)].filter((field) => !NO_TEXT.test(field)).map((field) => `${operationId} ${field}`);
  });
}

/** The fields of a request whose text has the word, in the same form. */
export function fieldsWith(word: string, method: string, path: string, body: object): string[] {
  const found = operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(path));
  if (!found) throw new Error(`no operation has ${method} ${path}`);
  const walk = (value: unknown, at: string): string[] => {
    if (typeof value === 'string') return value.includes(word) ? [`${found.operationId} ${at}`] : [];
    if (Array.isArray(value)) return value.flatMap((one) => walk(one, `${at}[]`));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) => walk(one, at === '' ? name : `${at}.${name}`));
  };
  return walk(body, '');
}

function fieldsOf(schema: BodySchema, at: string): string[] {
  if (schema.$ref !== undefined) return fieldsOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], at);
  const { type, format, pattern, items, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const isText = [type].flat().includes('string') && !format && !pattern && !schema.enum && schema.const === undefined;
  return [
    ...(isText ? [at] : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, at)),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, at === '' ? name : `${at}.${name}`)),
  ];
}

/** Operations whose texts are the organization's: about its programs, its library, its calendar and its systems. */
export const OF_ORGANIZATION = new Set([
  ...['archive_program', 'configure_cohort', 'create_booking_type', 'create_cohort', 'create_cohort_task'],
  ...[
    'create_course',
    'create_event_feed',
    'create_form',
    'create_intake_link',
    'update_form',
    'create_group',
    'create_lesson',
    'create_live_session',
  ],
  ...[
    'create_milestone',
    'create_offer',
    'create_outcome_measure',
    'create_path',
    'create_program',
    'create_reminder_rule',
    'create_space',
  ],
  ...['create_section', 'create_webhook_subscription', 'publish_video_resource', 'rotate_webhook_secret'],
  ...['connect_payment_provider', 'set_identity_provider'],
  ...['update_booking_type', 'update_cohort_task', 'update_course', 'update_group', 'update_lesson'],
  ...[
    'update_live_session',
    'update_milestone',
    'update_offer',
    'update_organization',
    'update_outcome_measure',
    'update_path',
  ],
  ...['update_program', 'update_reminder_rule', 'update_space', 'update_section', 'update_video_resource'],
  ...['update_webhook_subscription'],
]);
/** And the name of an import, of many people, and what accounts must keep. */
export const FIELDS_OF_ORGANIZATION = [
  'create_people_import label',
  'record_payment reference',
  ...['propose_sale billing.company', 'propose_sale billing.lines[]', 'propose_sale billing.taxId'],
];
