import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validated } from '#kernel/fields';
import { samples } from '../conformance/samples.js';
import { withParts } from '../support/api-parts.js';

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: object }>;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  example?: unknown;
}

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as OpenAPIObject & { webhooks: object };
const { paths, webhooks } = withParts(document) as unknown as Record<string, Record<string, object>>;
const operationsIn = (items: Record<string, object>) =>
  Object.values(items).flatMap((item) => Object.values(item) as OperationObject[]);
const operations = operationsIn(paths);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });

/** The example that a reader puts together from those of the parts; undefined where one is missing. */
function composed(schema: Schema): unknown {
  const { $ref, allOf = [], oneOf, properties, items, enum: [only, ...others] = [], example } = schema;
  if (example !== undefined) return example;
  if (oneOf) return oneOf.map(composed).find((one) => one !== undefined);
  if ($ref !== undefined) return composed(named($ref.slice('#/components/schemas/'.length)) as Schema);
  if (only !== undefined && others.length === 0) return only;
  if (items) return [composed(items)].filter((item) => item !== undefined);
  if (!properties) return undefined;
  const parts = [...allOf.map(composed), mapped(properties, composed)] as Record<string, unknown>[];
  const said = parts.flatMap((part) => Object.entries(part).filter(([, value]) => value !== undefined));
  return Object.fromEntries(said);
}

const mapped = (fields: Record<string, Schema>, change: (schema: Schema) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, change(schema)]));

function examplesOf({ schema, example, examples }: Content[string]): unknown[] {
  if (examples) return Object.values(examples).map(({ value }) => value);
  return [example ?? composed(schema)];
}

/** What is wrong with the examples of a content. */
function problems(place: string, content: Content = {}): string[] {
  return Object.values(content).flatMap((body) => {
    const own = JSON.stringify(body.schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = ajv.compile(JSON.parse(own) as object);
    return examplesOf(body).flatMap((example) => {
      if (example === undefined) return [`${place} has no example`];
      return validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
    });
  });
}

describe('the OpenAPI document', () => {
  it('has an example of each body that is sent or answered, and it is valid', () => {
    const found = [...operations, ...operationsIn(webhooks)].flatMap(({ operationId, requestBody, responses }) => [
      ...problems(`${operationId} body`, requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) => problems(`${operationId} ${status}`, content)),
    ]);
    expect(found).toEqual([]);
  });

  it('answers a replay as it answers the first result, and says which of the two it is', () => {
    for (const { operationId, responses } of operations.filter((one) => '201' in one.responses)) {
      const { description: again, ...replay } = responses['200'];
      const { description: first, ...created } = responses['201'];
      expect([operationId, replay]).toEqual([operationId, created]);
      expect([again, first]).toEqual(['Replay.', 'Created.']);
    }
  });

  it('describes each operation', () => {
    const silent = operations.filter(({ description = '', summary }) => description === '' || description === summary);
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('says when each failure happens, in words of the operation where it has any', () => {
    for (const { responses } of operations)
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
    const words = new Set(operations.flatMap(({ responses }) => responses['409']?.description ?? []));
    expect(words.size).toBeGreaterThan(10);
  });

  it('has no component that nothing refers to', () => {
    const components = document.components as Record<string, Record<string, object>>;
    const names = Object.entries(components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names.filter((name) => !text.includes(`"$ref":"${name}"`) && !text.includes(`"$ref": "${name}"`))).toEqual(
      [],
    );
  });
});

/** What is at the end of a path of members. */
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], value);
const named = (schema: string, ...path: string[]) => at(document.components?.schemas, schema, ...path);
const bodyOf = (operation: OperationObject | undefined, status: string, ...path: string[]) =>
  at(operation?.responses[status].content, 'application/json', ...path);
const exampleOf = (operation: OperationObject | undefined, status: string) =>
  examplesOf((operation?.responses[status].content as Content)['application/json'])[0];
const operationNamed = (name: string) => operations.find(({ operationId }) => operationId === name);

describe('a generated client', () => {
  it('can tell a success from a failure by success, and a first result from a replay by replayed', () => {
    const literal = ['properties', 'success', 'enum'];
    for (const operation of operations) {
      const { operationId, responses } = operation;
      for (const status of Object.keys(responses)) {
        const $ref = (bodyOf(operation, status, 'schema', 'allOf', '0', '$ref') ??
          bodyOf(operation, status, 'schema', '$ref')) as string;
        const body = $ref.slice('#/components/schemas/'.length);
        expect([operationId, status, named(body, ...literal)]).toEqual([operationId, status, [Number(status) < 400]]);
        const replayed = body === 'WriteEnvelope' && 'boolean';
        expect([operationId, named(body, 'properties', 'replayed', 'type') ?? false]).toEqual([operationId, replayed]);
      }
    }
  });

  it('has the closed lists of names as schemas, in requests and responses', () => {
    const events = Object.keys(webhooks).sort();
    expect(named('EventName', 'enum')).toEqual(events);
    const acts = ['organization.created', 'webhook_subscription.paused', 'webhook_subscription.activated'];
    expect(named('AuditAction', 'enum')).toEqual(expect.arrayContaining([...events, ...acts, 'cohort.bulk_enrolled']));
    expect(named('AuditTargetType', 'enum')).toEqual(expect.arrayContaining(['organization', 'webhook_subscription']));
    const places = (name: string) => JSON.stringify(document).split(`"#/components/schemas/${name}"`).length - 1;
    expect([places('AuditAction'), places('AuditTargetType'), places('EventName')]).toEqual([1, 1, 10]);
  });
});

describe('each response', () => {
  const headersOf = (name: string, status: string) =>
    Object.keys((at(operationNamed(name)?.responses, status, 'headers') as object | undefined) ?? {});
  const common = ['X-Correlation-Id', 'RateLimit', 'RateLimit-Policy'];

  it('has the headers that it is sent with', () => {
    for (const { operationId, responses } of operations)
      for (const status of Object.keys(responses).filter((one) => !one.startsWith('2')))
        expect([operationId, headersOf(operationId, status)]).toEqual([operationId, expect.arrayContaining(common)]);
    expect(headersOf('list_groups', '401')).toContain('WWW-Authenticate');
    for (const { operationId } of operations)
      expect([operationId, headersOf(operationId, '429')]).toEqual([
        operationId,
        expect.arrayContaining(['Retry-After']),
      ]);
    for (const status of ['409', 'default']) expect(headersOf('create_group', status)).toContain('Retry-After');
    const write = ['Consistency-Token', 'Preference-Applied', 'Idempotent-Replayed', 'Idempotency-Body-Mismatch'];
    const tagged = [...write, 'ETag'];
    expect([headersOf('create_group', '201'), headersOf('update_group', '200')]).toEqual([tagged, tagged]);
    expect([headersOf('remove_identity_provider', '200'), headersOf('get_group', '200')]).toEqual([write, ['ETag']]);
  });

  it('has headers in common with all others, which the introduction describes', () => {
    expect(document.info.description).toContain(
      'Every response has `X-Correlation-Id`; the answer to a known caller also has `RateLimit` and `RateLimit-Policy`.',
    );
  });
});

const WRITES = samples.flatMap(({ operation: { name, body } }) => (body ? [[name, body] as const] : []));

/** Whether the value is in the other one, which may say more: an instant for a day, and fields of its own. */
function isPartOf(value: unknown, other: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(other) && value.every((item, index) => isPartOf(item, other[index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([field, held]) =>
      field === 'lessonIds' ? true : isPartOf(held, (other as Record<string, unknown>)[field]),
    );
  }
  return other === value || other === `${String(value)}T00:00:00.000Z`;
}

describe('the examples', () => {
  const example = (name: string, status: string) =>
    (exampleOf(operationNamed(name), status) as { data: Record<string, string> }).data;

  it('have one id for one resource, wherever it is named', () => {
    const cohort = example('create_cohort', '201');
    const enrollment = example('get_enrollment', '200');
    expect(enrollment.cohortId).toBe(cohort.id);
    expect(example('open_blocker', '201').enrollmentId).toBe(enrollment.id);
    expect(enrollment.id).not.toBe(cohort.id);
    expect(at(paths, '/api/v1/cohorts/{cohortId}', 'get', 'parameters', 0)).toMatchObject({ example: cohort.id });
  });

  it('end nothing before it starts, and have nothing that comes only later', () => {
    const session = example('create_live_session', '201');
    expect(session.startsAt < session.endsAt).toBe(true);
    expect(example('open_blocker', '201')).toMatchObject({ status: 'open', resolvedAt: null });
  });

  it.each(WRITES)('of the request of %s is one that the service takes', (name, body) => {
    const sent = operationNamed(name)?.requestBody?.content['application/json'].example;
    expect(() => validated(body as Type<object>, sent)).not.toThrow();
  });

  it('of a response agrees with that of its request', () => {
    const differing = operations.flatMap(({ operationId, requestBody, responses }) => {
      const sent = requestBody?.content['application/json'].example;
      const [status] = Object.keys(responses);
      const { data } = exampleOf({ operationId, responses }, status) as { data: Record<string, unknown> };
      return Object.entries(sent ?? {})
        .filter(([field, value]) => field in data && !isPartOf(value, data[field]))
        .map(([field]) => `${operationId} ${field}`);
    });
    // What is sent is whether they are handed over, or are waived, or which reactions; what is answered, how many, or how much.
    expect(differing).toEqual([
      'hand_over_work responsibilities',
      'hand_over_work interventions',
      'hand_over_work prospects',
      'set_reactions reactions',
      'cancel_sale outstanding',
    ]);
  });

  it('of a command shows the status to which it leads', () => {
    const status = (name: string) => example(name, '200').status;
    expect(['close_intervention', 'resolve_blocker', 'archive_course', 'cancel_live_session'].map(status)).toEqual([
      'completed',
      'resolved',
      'archived',
      'cancelled',
    ]);
    expect(['publish_program', 'complete_coaching_session', 'reopen_member_task'].map(status)).toEqual([
      'active',
      'held',
      'published',
    ]);
    expect(example('resolve_blocker', '200').resolvedAt).not.toBeNull();
  });

  it('need no guess: a command whose resource has a status declares where it leads', () => {
    const silent = samples.filter(({ operation: { name, method, path, leadsTo, body, response } }) => {
      const isCommand = method === 'POST' && /:\w+\/[a-z-]+$/.test(path) && example(name, '200') !== undefined;
      const statuses = named(response.name, 'properties', 'status', 'enum');
      const isSent = body !== undefined && named(body.name, 'properties', 'status') !== undefined;
      return isCommand && statuses !== undefined && !isSent && leadsTo === undefined;
    });
    const creating = silent.filter(({ operation }) => operation.status === 200).map(({ operation }) => operation.name);
    // Its phase is no status.
    expect(creating).toEqual(['move_cohort_phase']);
  });
});

describe('a snippet', () => {
  it('of a write carries an Idempotency-Key, which is required', () => {
    const key = document.components?.parameters?.['Idempotency-Key'];
    expect(key).toMatchObject({ in: 'header', required: true, example: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});

describe('the introduction', () => {
  const { description = '' } = document.info;

  it('has a section for each thing that all operations have in common', () => {
    const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...['Requests', 'Idempotency', 'Changes by several people', 'Errors', 'Lists', 'Signals', 'Webhooks', 'Agents'],
    ]);
  });

  it('shows an example in each section, and says enough about agents to connect one', () => {
    const sections = description.split(/^## /m).slice(1);
    const withoutExample = sections
      .filter((section) => !section.includes('```'))
      .map((section) => section.split('\n')[0]);
    expect(withoutExample).toEqual([]);
    expect(description).toContain('"mcpServers"');
    expect(description).not.toContain('docs/');
  });

  it('names paths, headers and codes that exist', () => {
    const prose = description.replaceAll(/```[\s\S]*?```/g, '');
    const code = [...prose.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const paths = code.filter((name) => name.startsWith('GET /')).map((name) => name.slice('GET '.length));
    expect(paths.map((path) => [path, at(document.paths, `/api/v1${path}`, 'get') !== undefined])).toEqual([
      ['/cohorts/{cohortId}/cockpit/members', true],
      ['/event-types', true],
    ]);
    const headers = code.map((name) => name.split(':')[0]).filter((name) => /^[A-Z]\w+-|^RateLimit/.test(name));
    const known = Object.keys({ ...document.components?.headers, ...document.components?.parameters });
    expect(known).toEqual(expect.arrayContaining(headers));
    for (const one of named('FailureBody', 'properties', 'code', 'enum') as string[])
      expect(description).toContain(one);
  });
});

describe('an object whose kind decides on its fields', () => {
  it.each([
    ['CohortTaskDeadline', { none: [], at: ['dueAt'], after_start: ['days'], after_enrollment: ['days'] }],
    ['MilestoneDue', { none: [], after_start: ['days'], after_enrollment: ['days'] }],
    ['MilestoneRequirement', { manual: [], course: ['courseId'], lessons: ['lessonIds'] }],
    ['SectionAvailability', { always: [], at: ['at'], after_start: ['days'], after_enrollment: ['days'] }],
  ])('%s is a union of its kinds', (name, kinds) => {
    const mapping = named(name, 'discriminator', 'mapping') as Record<string, string>;
    expect(named(name, 'discriminator', 'propertyName')).toBe('kind');
    const references = (named(name, 'oneOf') as { $ref: string }[]).map(({ $ref }) => $ref);
    expect([...new Set(Object.values(mapping))]).toEqual(references);
    const found = Object.entries(mapping).map(([kind, $ref]) => {
      const variant = $ref.slice('#/components/schemas/'.length);
      expect(named(variant, 'properties', 'kind', 'enum')).toContain(kind);
      const [first, ...further] = named(variant, 'required') as string[];
      expect([first, named(variant, 'additionalProperties')]).toEqual(['kind', false]);
      return [kind, further];
    });
    expect(Object.fromEntries(found)).toEqual(kinds);
  });
});

describe('the tags', () => {
  it('are described, and each is in one group', () => {
    const { tags = [] } = document;
    const groups = at(document, 'x-tagGroups') as { tags: string[] }[];
    const names = tags.map(({ name }) => name);
    const used = new Set(operations.flatMap((operation) => at(operation, 'tags') as string[]));
    expect([...used].sort()).toEqual([...names].sort());
    expect(groups.flatMap((group) => group.tags)).toEqual(names);
    expect(tags.filter(({ description = '' }) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
  });
});
