import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../../../scripts/compare-openapi.mjs', import.meta.url));
const { differences } = (await import(program)) as { differences: (before: object, after: object) => string[] };

const group = () => ({
  type: 'object',
  required: ['name', 'description'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 100, example: 'Tuesday' },
    description: { type: ['string', 'null'], description: 'What it is for' },
    kind: { type: 'string', enum: ['level', 'specialty'], default: 'level' },
    parent: { $ref: '#/components/schemas/Group' },
  },
  additionalProperties: false,
});
const body = (schema: object, example: unknown = { name: 'Tuesday' }) => ({ 'application/json': { schema, example } });
const limit = () => ({ name: 'limit', in: 'query', description: 'At most', schema: { type: 'integer', maximum: 100 } });

/** A document that writes everything out where it is used, but for the one schema. */
const written = () => ({
  openapi: '3.1.0',
  paths: {
    '/groups': {
      get: {
        operationId: 'list_groups',
        summary: 'List groups',
        security: [{ apiKey: [] as string[] }],
        parameters: [limit(), { name: 'kind', in: 'query', required: false, schema: { type: 'string' } }] as object[],
        responses: {
          '200': {
            description: 'Done.',
            content: body({ type: 'array', items: { $ref: '#/components/schemas/Group' } }),
          },
          '400': { description: 'A filter is invalid.', content: body({ type: 'object' }) },
        },
      },
      post: {
        operationId: 'create_group',
        security: [{ apiKey: [] as string[] }],
        requestBody: { required: true, content: body({ $ref: '#/components/schemas/Group' }) },
        responses: { '201': { description: 'Created.', headers: { Location: { schema: { type: 'string' } } } } },
      },
    },
  },
  webhooks: {
    'group.created': { post: { security: [], 'x-event-version': 1, requestBody: { content: body(group()) } } },
  },
  components: { schemas: { Group: group() } },
});
type Written = ReturnType<typeof written>;

function changed(change: (document: Written) => unknown): Written {
  const document = written();
  change(document);
  return document;
}

/** The same API with references, other texts and other orders. */
const referring = () => {
  const { paths, webhooks, ...rest } = written();
  const { get } = paths['/groups'];
  const { security, ...post } = paths['/groups'].post;
  const [, kind] = get.parameters;
  const described = { $ref: '#/components/responses/BadRequest', description: 'Invalid.' };
  return {
    ...rest,
    security,
    webhooks: { 'group.created': { $ref: '#/components/pathItems/Created' } },
    paths: {
      '/groups': {
        summary: 'All groups',
        post: { ...post, tags: [], parameters: [], description: 'New', deprecated: false },
        get: {
          ...get,
          summary: 'Groups',
          parameters: [kind, { $ref: '#/components/parameters/limit' }] as object[],
          responses: { ...get.responses, '400': described },
        },
      },
    },
    components: {
      parameters: { limit: { ...limit(), required: false, description: 'Items' } },
      responses: { BadRequest: get.responses['400'] },
      pathItems: { Created: webhooks['group.created'] },
      schemas: {
        Group: {
          ...group(),
          required: ['description', 'name'],
          properties: {
            ...group().properties,
            description: { type: 'string', nullable: true },
            kind: { type: 'string', enum: ['specialty', 'level'], default: 'level' },
          },
        },
      },
    },
  };
};

describe('two documents that say the same', () => {
  it('have no difference, whatever they write out, say in their texts or put first', () => {
    expect(differences(written(), referring())).toEqual([]);
    expect(differences(referring(), written())).toEqual([]);
  });

  it('and what a path says of its parameters, it says of each operation', () => {
    const other = referring();
    const { get } = other.paths['/groups'];
    Object.assign(other.paths['/groups'], { parameters: get.parameters.splice(1) });
    expect(differences(written(), other)).toEqual([
      expect.stringMatching(/^paths \/groups post parameters query limit: nothing →/),
    ]);
  });
});

describe('an object in parts', () => {
  const { properties, required, additionalProperties, ...rest } = group();
  const { name, ...others } = properties;
  const composed = (own: object) =>
    changed((document) => {
      const { schemas } = document.components;
      Object.assign(schemas, { Named: { ...rest, required: ['name'], properties: { name: {} } } });
      const allOf = [{ $ref: '#/components/schemas/Named' }];
      const closed = { unevaluatedProperties: additionalProperties };
      schemas.Group = { allOf, required, properties: { name, ...others }, ...closed, ...own } as never;
    });

  it('is the same as the object in one piece, and a part that is missing is reported', () => {
    const same = changed((document) =>
      Object.assign(document.components.schemas, { Named: { ...rest, required: ['name'], properties: { name: {} } } }),
    );
    expect(differences(same, composed({}))).toEqual([]);
    const found = differences(same, composed({ properties: { name } }));
    const fields = found.map((line) => /properties (\w+): /.exec(line)?.[1]);
    expect([...new Set(fields)]).toEqual(Object.keys(others));
  });
});

describe('a difference is reported', () => {
  const paths = (document: Written) => document.paths['/groups'];
  const properties = (document: Written) => document.components.schemas.Group.properties;
  it.each<[string, (document: Written) => unknown, RegExp]>([
    [
      'a removed path',
      (document) => delete (document.paths as Partial<Written['paths']>)['/groups'],
      /^paths \/groups: /,
    ],
    ['a removed method', (document) => delete (paths(document) as { post?: object }).post, /^paths \/groups post: /],
    [
      'another operation id',
      (document) => (paths(document).get.operationId = 'x'),
      /get operationId: "list_groups" → "x"$/,
    ],
    [
      'a removed status',
      (document) => delete (paths(document).get.responses as { 400?: object })[400],
      /get responses 400: /,
    ],
    [
      'a new status',
      (document) => Object.assign(paths(document).get.responses, { 409: {} }),
      /responses 409: nothing → /,
    ],
    [
      'another media type',
      (document) => (paths(document).post.requestBody.content = {} as never),
      /content application\/json: /,
    ],
    [
      'a header that is gone',
      (document) => (paths(document).post.responses[201].headers = {} as never),
      /headers Location: /,
    ],
    ['a removed parameter', (document) => paths(document).get.parameters.pop(), /parameters query kind: /],
    [
      'a parameter that must be given',
      (document) => Object.assign(paths(document).get.parameters[1], { required: true }),
      /query kind required: nothing → true/,
    ],
    [
      'a parameter in another place',
      (document) => Object.assign(paths(document).get.parameters[1], { in: 'header' }),
      /header kind: nothing → /,
    ],
    [
      "a parameter's bound",
      (document) => Object.assign(paths(document).get.parameters[0], { schema: { type: 'integer' } }),
      /query limit schema maximum: 100 → nothing/,
    ],
    [
      'a body that may be left out',
      (document) => (paths(document).post.requestBody.required = false),
      /requestBody required: true → nothing/,
    ],
    ['a door without a key', (document) => (paths(document).get.security = []), /get security/],
    ['a removed field', (document) => delete (properties(document) as { kind?: object }).kind, /properties kind: /],
    [
      'a removed field that has the name of a text',
      (document) => delete (properties(document) as { description?: object }).description,
      /properties description: /,
    ],
    [
      'another type',
      (document) => (properties(document).name.type = 'integer'),
      /properties name type\[0\]: "string" → "integer"/,
    ],
    [
      'a field that is no longer null',
      (document) => (properties(document).description.type = ['string']),
      /properties description type: /,
    ],
    ['another bound', (document) => (properties(document).name.maxLength = 99), /properties name maxLength: 100 → 99/],
    [
      'a missing bound',
      (document) => delete (properties(document).name as { minLength?: number }).minLength,
      /name minLength: 2 → nothing/,
    ],
    [
      'a field that is no longer required',
      (document) => document.components.schemas.Group.required.pop(),
      /required: /,
    ],
    ['one choice less', (document) => properties(document).kind.enum.pop(), /properties kind enum: /],
    [
      'another default',
      (document) => (properties(document).kind.default = 'specialty'),
      /kind default: "level" → "specialty"/,
    ],
    [
      'an open object',
      (document) => (document.components.schemas.Group.additionalProperties = true),
      /additionalProperties: false → true/,
    ],
    [
      'another schema of an item',
      (document) => (paths(document).get.responses[200].content = body({ type: 'array', items: {} }) as never),
      /200 content application\/json schema items/,
    ],
    [
      'what stands beside a reference',
      (document) => Object.assign(properties(document).parent, { nullable: true }),
      /properties parent type: /,
    ],
    ['a removed webhook', (document) => (document.webhooks = {} as never), /^webhooks group.created: /],
    [
      "a webhook's version",
      (document) => (document.webhooks['group.created'].post['x-event-version'] = 2),
      /x-event-version: 1 → 2/,
    ],
    [
      "a webhook's field",
      (document) => (document.webhooks['group.created'].post.requestBody.content = body({}) as never),
      /^webhooks group.created post requestBody/,
    ],
    [
      'a renamed schema',
      (document) => Object.assign(document.components.schemas, { Team: group() }),
      /^components schemas Team: nothing → /,
    ],
  ])('%s', (_, change, line) => {
    const found = differences(written(), changed(change));
    expect(found).toContainEqual(expect.stringMatching(line));
    expect(differences(changed(change), written())).toHaveLength(found.length);
  });

  it('and a reference that leads nowhere is an error', () => {
    const broken = changed((document) => (properties(document).parent.$ref = '#/components/schemas/Team'));
    expect(() => differences(written(), broken)).toThrow('#/components/schemas/Team leads nowhere');
  });
});

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (before: object, after: object) => {
    const files = [before, after].map((document, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    return spawnSync(process.execPath, [program, ...files], { encoding: 'utf8' });
  };

  it('exits with 0 where there is no difference, with 1 where there is one, and names it', () => {
    expect(run(written(), written())).toMatchObject({ status: 0, stdout: '0 difference(s)\n' });
    const { status, stdout } = run(
      written(),
      changed((document) => delete (document as { webhooks?: object }).webhooks),
    );
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^webhooks group\.created: .*\n1 difference\(s\)\n$/)]);
  });
});
