import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { v7 as uuidv7 } from 'uuid';
import { declaredEvents } from '#kernel/events';
import type { JsonSchema } from '#kernel/fields';
import { pathOf } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { recordedShapes, shapeOf } from './event-shapes.js';

const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };

const { app, school } = useSchool();

interface Item extends Record<string, unknown> {
  occurredAt: string;
}

interface Page {
  items: Item[];
  nextCursor: string | null;
}

async function list(path: string, client = school.owner.client): Promise<Page> {
  const response = await client.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.body.data as Page;
}

/** The pages of a list, one after the other, each of so many items. */
async function walk(path: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const page = await list(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    expect(page.items).toHaveLength(limit);
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** Inserts audit entries and events at the given seconds of one hour, in that order. */
async function happened(seconds: number[]): Promise<void> {
  for (const second of seconds) {
    const common = {
      correlation_id: `at ${second}`,
      occurred_at: new Date(Date.UTC(2030, 0, 15, 9, 0, second)),
    };
    await school.insert('audit_entries', {
      ...common,
      action: 'group.updated',
      target_type: 'group',
      target_id: uuidv7(),
      actor_id: school.owner.accountId,
      changes: '{}',
    });
    await school.insert('events', { ...common, name: 'group.updated', data: JSON.stringify({ second }) });
  }
}

describe('the audit entries', () => {
  it('tell who did what to which resource, under which correlation id, and what changed', async () => {
    const programId = await school.program('archived');
    await school.owner.client.post(`/programs/${programId}/restore`, {}, { headers: { 'X-Correlation-Id': 'why' } });
    expect(await list('/audit-entries')).toEqual({
      items: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
          action: 'program.restored',
          targetType: 'program',
          targetId: programId,
          actorId: school.owner.accountId,
          actorName: `Person ${school.owner.accountId.slice(-6)}`,
          apiKeyId: school.owner.apiKeyId,
          signInId: null,
          apiKeyName: 'Test key',
          apiKeyCreatedBy: null,
          correlationId: 'why',
          occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          changes: { status: { from: 'archived', to: 'active' } },
        },
      ],
      nextCursor: null,
    });
  });

  it('are narrowed by each filter, and by all of them together', async () => {
    const admin = await school.person('ADMIN');
    const created = await admin.client.post('/groups', group);
    const programId = await school.program('archived');
    await school.owner.client.post(`/programs/${programId}/restore`, {});
    const groupId = (created.body.data as { id: string }).id;
    const actions = async (query: string) => (await list(`/audit-entries?${query}`)).items.map(({ action }) => action);
    expect(await actions('')).toEqual(['program.restored', 'group.created']);
    expect(await actions('targetType=group')).toEqual(['group.created']);
    expect(await actions(`targetId=${groupId.toUpperCase()}`)).toEqual(['group.created']);
    expect(await actions(`actorId=${school.owner.accountId}`)).toEqual(['program.restored']);
    expect(await actions('action=program.restored')).toEqual(['program.restored']);
    expect(
      await actions(
        `targetType=group&targetId=${groupId}&actorId=${admin.accountId}&action=group.created&from=2020-01-01T00:00:00Z`,
      ),
    ).toEqual(['group.created']);
    expect(await actions(`targetType=group&targetId=${programId}`)).toEqual([]);
    expect(await actions(`actorId=${randomUUID()}`)).toEqual([]);
  });

  it('of one request are found by its correlation id, page by page', async () => {
    const ofRequest = { headers: { 'X-Correlation-Id': 'why it was done' } };
    await school.owner.client.post('/groups', group, ofRequest);
    await school.owner.client.post('/groups', group);
    await school.owner.client.post('/groups', { ...group, name: 'Another' }, ofRequest);
    const found = await walk(`/audit-entries?correlationId=${encodeURIComponent('why it was done')}`, 1);
    expect(found).toHaveLength(2);
    expect(new Set(found.map(({ correlationId }) => correlationId))).toEqual(new Set(['why it was done']));
    expect((await list('/audit-entries?correlationId=why%20it%20was%20done&action=program.restored')).items).toEqual(
      [],
    );
    expect((await list('/audit-entries?correlationId=why')).items).toEqual([]);
  });

  it('are not added to by reads, refusals and replays', async () => {
    const options = { idempotencyKey: 'same' };
    for (let time = 0; time < 3; time += 1) await school.owner.client.post('/groups', group, options);
    await school.owner.client.post('/groups', {});
    await list('/events');
    expect((await list('/audit-entries')).items).toHaveLength(1);
    expect((await list('/events')).items).toHaveLength(1);
  });
});

describe('the events', () => {
  it('are shown as they were committed', async () => {
    const created = await school.owner.client.post('/groups', group);
    const { items } = await list('/events');
    expect(items).toEqual([
      {
        name: 'group.created',
        id: expect.any(String),
        occurredAt: expect.any(String),
        data: {
          groupId: (created.body.data as { id: string }).id,
          ...group,
          programId: null,
          cohortId: null,
        },
      },
    ]);
  });

  it('are narrowed by name', async () => {
    await school.owner.client.post('/groups', group);
    await school.owner.client.post(`/programs/${await school.program('archived')}/restore`, {});
    expect((await list('/events?name=program.restored')).items.map(({ name }) => name)).toEqual(['program.restored']);
    expect((await list('/events?name=nothing.happened')).items).toEqual([]);
  });
});

describe.each(['/audit-entries', '/events'])('the list %s', (path) => {
  it('is the latest first, in pages without gaps or repetitions, also where instants are equal', async () => {
    await happened([5, 1, 3, 3, 3, 2, 4]);
    const whole = (await list(path)).items;
    expect(whole.map(({ occurredAt }) => new Date(occurredAt).getUTCSeconds())).toEqual([5, 4, 3, 3, 3, 2, 1]);
    for (const limit of [1, 2, 3, 7]) expect(await walk(path, limit)).toEqual(whole);
  });

  it('is not moved by what is added while somebody walks it', async () => {
    await happened([1, 2, 3]);
    const first = await list(`${path}?limit=2`);
    await happened([9]);
    const second = await list(`${path}?limit=2&cursor=${first.nextCursor}`);
    const seconds = [...first.items, ...second.items].map(({ occurredAt }) => new Date(occurredAt).getUTCSeconds());
    expect(seconds).toEqual([3, 2, 1]);
  });

  it('takes a period: from an instant on, and before another', async () => {
    await happened([1, 2, 3, 4]);
    const at = (second: number) => `2030-01-15T09:00:0${second}Z`;
    const seconds = async (query: string) =>
      (await walk(`${path}?${query}`, 1)).map(({ occurredAt }) => new Date(occurredAt).getUTCSeconds());
    expect(await seconds(`from=${at(2)}`)).toEqual([4, 3, 2]);
    expect(await seconds(`to=${at(3)}`)).toEqual([2, 1]);
    expect(await seconds(`from=${at(2)}&to=${at(4)}`)).toEqual([3, 2]);
    expect(await seconds(`from=${at(2)}&to=${at(2)}`)).toEqual([]);
    expect(await seconds('from=2030-01-15T10%3A00%3A03%2B01:00')).toEqual([4, 3]);
  });

  it('ignores what it does not know', async () => {
    expect((await list(`${path}?organizationId=${randomUUID()}`)).items).toEqual([]);
  });

  it("shows no other organization's", async () => {
    await happened([1]);
    const other = await School.open(app);
    expect((await list(path, other.owner.client)).items).toEqual([]);
  });

  it('is for OWNER and ADMIN', async () => {
    const admin = await school.person('ADMIN');
    expect((await admin.client.get(path)).status).toBe(200);
    const director = await school.person('MEMBER', { role: 'program_director' });
    const response = await director.client.get(`${path}?from=nonsense`);
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
  });

  it('uses an index for each of its filters', async () => {
    const table = path === '/events' ? 'events' : 'audit_entries';
    const filters = path === '/events' ? ['name'] : ['target_type', 'target_id', 'actor_id', 'action'];
    const { rows } = await app.rows.query<{ definition: string }>(
      'select indexdef as definition from pg_indexes where tablename = $1',
      [table],
    );
    for (const filter of ['', ...filters.map((name) => `${name}, `)]) {
      const columns = `(organization_id, ${filter}occurred_at DESC, id DESC)`;
      expect(rows.map(({ definition }) => definition.slice(definition.indexOf('(')))).toContain(columns);
    }
  });
});

describe('the event types', () => {
  interface EventType extends Item {
    name: string;
    schema: object;
  }
  const types = async () => (await walk('/event-types', 3)) as EventType[];

  it('are all that are declared, by name', async () => {
    const names = (await types()).map(({ name }) => name);
    expect(names).toEqual([...declaredEvents().keys()].sort());
    expect((await list('/event-types')).items.map(({ name }) => name)).toEqual(names.slice(0, 50));
  });

  it('have the version that the OpenAPI document gives them', async () => {
    const { webhooks } = app.contract.document as unknown as {
      webhooks: Record<string, { post: { 'x-event-version': number } }>;
    };
    for (const { name, version } of (await types()) as (EventType & { version: number })[]) {
      expect([name, version]).toEqual([name, webhooks[name].post['x-event-version']]);
      expect(version).toBe(declaredEvents().get(name)?.version);
      expect(version).toBeGreaterThanOrEqual(1);
    }
  });

  it('have the fields that are recorded for their version, and all that earlier versions had', async () => {
    const recorded = recordedShapes();
    const latest = Object.fromEntries(
      Object.entries(recorded).map(([name, shapes]) => [name, { version: shapes.length, shape: shapes.at(-1) }]),
    );
    const now = ((await types()) as (EventType & { version: number })[]).map(
      ({ name, version, schema }) => [name, { version, shape: shapeOf(schema as JsonSchema) }] as const,
    );
    expect(Object.fromEntries(now)).toEqual(latest);
    for (const [name, shapes] of Object.entries(recorded)) {
      for (const [index, earlier] of shapes.slice(0, -1).entries())
        expect([name, shapes[index + 1]]).toEqual([name, expect.objectContaining(earlier)]);
    }
  });

  it('describe the data of every event that a write leaves', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const schemas = new Map((await types()).map(({ name, schema }) => [name, ajv.compile(schema)]));
    for (const { operation, arrange } of samples) {
      const call = await arrange(school);
      await school.owner.client.send(operation.method, pathOf(operation, call.params), { body: call.body });
    }
    const { events } = await school.trail();
    expect(events.length).toBeGreaterThan(4);
    for (const { name, data } of events) {
      const valid = schemas.get(name as string);
      expect([name, valid?.(data), valid?.errors]).toEqual([name, true, null]);
      expect([name, valid?.({})]).toEqual([name, false]);
    }
  });

  it('are for OWNER and ADMIN', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    expect((await coach.client.get('/event-types')).status).toBe(403);
  });
});
