import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validated } from '#kernel/fields';
import { samples } from '../conformance/samples.js';
import { withParts } from '../support/api-parts.js';

type Content = Record<string, { schema: object; example?: unknown }>;
interface OperationObject {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
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

/** What is wrong with the examples of a content. */
function problems(place: string, content: Content = {}): string[] {
  return Object.values(content).flatMap(({ schema, example }) => {
    if (example === undefined) return [`${place} has no example`];
    const own = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = ajv.compile(JSON.parse(own) as object);
    return validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
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

  it('shows replayed as the client meets it: true where a creation is answered with 200', () => {
    for (const { operationId, responses } of operations.filter((one) => '201' in one.responses)) {
      const replayed = (status: string) =>
        (responses[status].content?.['application/json'].example as { replayed: boolean }).replayed;
      expect([operationId, replayed('200'), replayed('201')]).toEqual([operationId, true, false]);
    }
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
const operationNamed = (name: string) => operations.find(({ operationId }) => operationId === name);

describe('a generated client', () => {
  it('can tell a success from a failure by success, and a first result from a replay by replayed', () => {
    const literal = ['properties', 'success', 'enum'];
    for (const operation of operations) {
      const { operationId, responses } = operation;
      for (const status of Object.keys(responses)) {
        const success = bodyOf(operation, status, 'schema', ...literal) ?? named('FailureBody', ...literal);
        expect([operationId, status, success]).toEqual([operationId, status, [Number(status) < 400]]);
      }
      if (!('201' in responses)) continue;
      const replayed = (status: string) => bodyOf(operation, status, 'schema', 'properties', 'replayed', 'enum');
      expect([operationId, replayed('200'), replayed('201')]).toEqual([operationId, [true], [false]]);
    }
  });

  it('has the closed lists of names as schemas, in requests and responses', () => {
    const events = Object.keys(webhooks).sort();
    expect(named('EventName', 'enum')).toEqual(events);
    const acts = ['organization.created', 'webhook_subscription.paused', 'webhook_subscription.activated'];
    expect(named('AuditAction', 'enum')).toEqual(expect.arrayContaining([...events, ...acts, 'cohort.bulk_enrolled']));
    expect(named('AuditTargetType', 'enum')).toEqual(expect.arrayContaining(['organization', 'webhook_subscription']));
    const places = (name: string) => JSON.stringify(document).split(`"#/components/schemas/${name}"`).length - 1;
    expect([places('AuditAction'), places('AuditTargetType'), places('EventName')]).toEqual([1, 1, 6]);
  });
});

describe('each response', () => {
  const headersOf = (name: string, status: string) =>
    Object.keys(at(operationNamed(name)?.responses, status, 'headers') as object);

  it('has the headers that it is sent with', () => {
    const common = ['X-Correlation-Id', 'RateLimit', 'RateLimit-Policy'];
    for (const { operationId, responses } of operations)
      for (const status of Object.keys(responses))
        expect([operationId, headersOf(operationId, status)]).toEqual([operationId, expect.arrayContaining(common)]);
    expect(headersOf('list_groups', '200')).toEqual(common);
    expect(headersOf('list_groups', '401')).toContain('WWW-Authenticate');
    for (const status of ['409', '429', '503']) expect(headersOf('create_group', status)).toContain('Retry-After');
    const write = ['Consistency-Token', 'Preference-Applied'];
    expect(headersOf('create_group', '201')).toEqual([...common, ...write]);
    const replay = ['Idempotent-Replayed', 'Idempotency-Body-Mismatch'];
    for (const one of ['create_group', 'update_group']) {
      expect(headersOf(one, '200')).toEqual([...common, ...write, ...replay]);
    }
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
    bodyOf(operationNamed(name), status, 'example', 'data') as Record<string, string>;

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
      const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      const data = at(answer, 'content', 'application/json', 'example', 'data') as Record<string, unknown>;
      return Object.entries(sent ?? {})
        .filter(([field, value]) => field in data && !isPartOf(value, data[field]))
        .map(([field]) => `${operationId} ${field}`);
    });
    // What is sent is whether they are handed over; what is answered, how many were.
    expect(differing).toEqual(['hand_over_work responsibilities', 'hand_over_work interventions']);
  });

  it('of a command shows the status to which it leads', () => {
    const status = (name: string) => example(name, '200').status;
    expect(['close_intervention', 'resolve_blocker', 'archive_course', 'cancel_live_session'].map(status)).toEqual([
      'completed',
      'resolved',
      'archived',
      'cancelled',
    ]);
    expect(example('resolve_blocker', '200').resolvedAt).not.toBeNull();
  });
});

describe('the introduction', () => {
  const { description = '' } = document.info;

  it('has a section for each thing that all operations have in common', () => {
    const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Requests', 'Idempotency', 'Errors', 'Lists', 'Signals', 'Webhooks', 'Agents']);
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
