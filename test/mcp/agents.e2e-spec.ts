import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import request from 'supertest';
import { AGENT_TOOLS } from '#transport/mcp/agents.tools.js';
import { OperationRegistry, pathParameters } from '#kernel/operations';
import { pathOf, trailLengths } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import { Client } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { Agent } from './agent.js';

const MANAGE = 'mcp:manage';
const offered = samples.filter(({ operation }) => AGENT_TOOLS.some((tool) => tool.operation === operation.name));

const { app, school } = useSchool();
let agents: Agent[] = [];

afterEach(async () => {
  for (const agent of agents) await agent.close();
  agents = [];
});

/** An agent with a key of its own for the person. */
async function agentOf(person: Person, scopes: string[] = [], at = school, path?: string): Promise<Agent> {
  const { client } = await at.key(person.memberId, person.accountId, { scopes });
  const agent = await Agent.connect(app, client, { path });
  agents.push(agent);
  return agent;
}

/** A sample's call as a tool's arguments. */
function argumentsOf(
  operation: { path: string },
  call: { params?: string[]; body?: unknown },
): Record<string, unknown> {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  return { ...Object.fromEntries(names.map((name, index) => [name, call.params?.[index]])), ...(call.body as object) };
}

describe('the agent door', () => {
  it('offers a tool for each of the eight specified operations and the reads named beside them', async () => {
    const tools = await (await agentOf(school.owner, [MANAGE])).tools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(AGENT_TOOLS.map(({ operation }) => operation));
    expect(names).toEqual(
      expect.arrayContaining([
        'restore_program',
        'create_group',
        'plan_intervention',
        'create_deliverable',
        'rotate_webhook_secret',
        'publish_video_resource',
        'configure_cohort',
        'read_cohort_cockpit',
        'get_program',
        'list_webhook_subscriptions',
      ]),
    );
  });

  it('is reached at /mcp and below the version prefix', async () => {
    const [short, long] = [
      await agentOf(school.owner, [], school, '/mcp'),
      await agentOf(school.owner, [], school, '/api/v1/mcp'),
    ];
    expect(await long.tools()).toEqual(await short.tools());
  });

  it('tells what each tool does to the world, from its declaration', async () => {
    const tools = await (await agentOf(school.owner)).tools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.read_cohort_cockpit).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.create_group).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
    expect(hints.rotate_webhook_secret).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    for (const hint of Object.values(hints)) expect(hint).toMatchObject({ idempotentHint: true, openWorldHint: false });
  });

  it('describes arguments by JSON Schemas that accept valid calls and refuse calls without what is required', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const tools = await (await agentOf(school.owner, [MANAGE])).tools();
    for (const { operation, arrange } of offered) {
      const tool = tools.find(({ name }) => name === operation.name);
      const accepts = ajv.compile(tool?.inputSchema as object);
      const valid = { ...argumentsOf(operation, await arrange(school)), idempotencyKey: 'key', correlationId: 'c' };
      expect([operation.name, accepts(valid), accepts.errors]).toEqual([operation.name, true, null]);
      for (const name of tool?.inputSchema.required ?? []) {
        expect([name, accepts({ ...valid, [name]: undefined })]).toEqual([name, false]);
      }
      expect(tool?.inputSchema.required).toEqual(
        expect.arrayContaining([...pathParameters(operation), 'idempotencyKey']),
      );
    }
  });

  it('asks for the API key before it reads a message', async () => {
    await expect(Agent.connect(app, new Client(app, null))).rejects.toThrow('unauthorized');
    for (const path of ['/mcp', '/api/v1/mcp']) {
      const response = await request(app.url).post(path).set('Content-Type', 'application/json').send('{broken');
      expect([response.status, response.body.code]).toEqual([401, 'unauthorized']);
    }
  });

  it('refuses a key that was revoked from the next message on', async () => {
    const { id, client } = await school.key(school.owner.memberId, school.owner.accountId);
    const agent = await Agent.connect(app, client);
    agents.push(agent);
    await agent.tools();
    await app.rows.query('update api_keys set revoked_at = $2 where id = $1', [id, app.now()]);
    await expect(agent.tools()).rejects.toThrow('unauthorized');
  });

  it('answers what is no message with the failure envelope', async () => {
    for (const body of ['{broken', '[]', 'null', '7', '']) {
      const response = await send(body);
      expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_request']);
    }
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send(JSON.stringify({ text: 'x'.repeat(256 * 1024) }))).status).toBe(413);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_group","arguments":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`;
    const response = await send(deep);
    expect(response.status).toBeLessThan(500);
    expect((await send('{"jsonrpc":"2.0","id":1,"method":"ping"}')).body).toMatchObject({ result: {} });
  });

  it.each([
    ['tools/call', { name: 'create_group', arguments: [] }],
    ['tools/call', { name: 7 }],
    ['tools/call', undefined],
    ['tools/list', { cursor: 7 }],
    ['ping', []],
    ['initialize', { protocolVersion: '2025-06-18' }],
  ])('calls it invalid params when a %s comes with %j', async (method, params) => {
    const response = await send(JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params }));
    expect([response.status, response.body]).toEqual([
      200,
      { jsonrpc: '2.0', id: 'a', error: { code: -32602, message: `The params are not those of ${method}.` } },
    ]);
  });

  it.each([
    ['HTTP/1.0', ''],
    ['HTTP/1.1', 'Host: api.example.com:\r\nConnection: close\r\n'],
    ['HTTP/1.1', 'Host: 127.1\r\nConnection: close\r\n'],
  ])('answers a message of %s whatever host it names: %j', async (version, lines) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const head =
      `POST /mcp ${version}\r\n${lines}x-api-key: ${school.owner.client.apiKey ?? ''}\r\nContent-Type: application/json\r\n` +
      `Accept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answer = await sendRaw(app.url, head + body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('opens no stream and ends no session', async () => {
    const key = { 'x-api-key': school.owner.client.apiKey ?? '' };
    for (const response of [
      await request(app.url).get('/mcp').set(key),
      await request(app.url).delete('/mcp').set(key),
      await request(app.url).put('/api/v1/mcp').set(key),
      await request(app.url).options('/api/v1/mcp').set(key),
    ]) {
      expect([response.status, response.headers.allow, response.body.code]).toEqual([405, 'POST', 'invalid_request']);
    }
  });

  it('knows no other tools', async () => {
    const agent = await agentOf(school.owner);
    await expect(agent.call('drop_everything', {})).rejects.toThrow('There is no tool of that name.');
  });
});

describe.each(offered.map((one) => [one.operation.name, one] as const))('%s as a tool', (_, one) => {
  const { operation, arrange, replayDiffers } = one;

  it('does what it does over REST: one change, audit entry and event, and a replay under the same key', async () => {
    const agent = await agentOf(school.owner, [MANAGE]);
    const args = { ...argumentsOf(operation, await arrange(school)), idempotencyKey: randomUUID() };
    const first = await agent.call(operation.name, { ...args, correlationId: 'from-an-agent' });
    expect(first).toMatchObject({
      isError: false,
      envelope: { success: true, replayed: false, correlationId: 'from-an-agent' },
    });
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([...trailLengths(one), 1]);
    const own = audit.find(({ action }) => action === operation.action);
    expect(own).toMatchObject({ correlation_id: 'from-an-agent' });
    const digest = await school.digest();

    const replay = await agent.call(operation.name, args);
    expect(replay).toMatchObject({ isError: false, envelope: { success: true, replayed: true } });
    if (!replayDiffers) expect(replay.envelope.data).toEqual(first.envelope.data);
    expect(await school.digest()).toBe(digest);
  });

  it('replays what was first done over REST, and REST replays what was first done here', async () => {
    const agent = await agentOf(school.owner, [MANAGE]);
    const overRest = async (call: { params?: string[]; body?: unknown }, idempotencyKey: string) => {
      const response = await school.owner.client.send(operation.method, pathOf(operation, call.params), {
        body: call.body,
        idempotencyKey,
      });
      return response.body as { data: unknown; replayed: boolean };
    };
    const call = await arrange(school);
    const args = { ...argumentsOf(operation, call), idempotencyKey: 'rest-first' };
    const rest = await overRest(call, args.idempotencyKey);
    const here = await agent.call(operation.name, args);
    expect([rest.replayed, here.envelope.replayed]).toEqual([false, true]);
    expect(here.envelope.data).toEqual(rest.data);

    const second = await arrange(school);
    const first = await agent.call(operation.name, {
      ...argumentsOf(operation, second),
      idempotencyKey: 'agent-first',
    });
    const again = await overRest(second, 'agent-first');
    expect([first.envelope.replayed, again.replayed]).toEqual([false, true]);
    expect(again.data).toEqual(first.envelope.data);
  });

  it('refuses a member without a role that it lets in, and a call without a key, as REST does', async () => {
    const call = await arrange(school);
    const member = await agentOf(await school.person('MEMBER'), [MANAGE]);
    const owner = await agentOf(school.owner, [MANAGE]);
    const digest = await school.digest();
    const args = argumentsOf(operation, call);
    // Where any member may call, the target decides, after the arguments.
    const isForAnyMember = operation.access.organizationRoles.includes('MEMBER');
    for (const given of isForAnyMember ? [{ ...args, idempotencyKey: 'refused' }] : [args, {}]) {
      expect(await member.call(operation.name, given)).toMatchObject({
        isError: true,
        envelope: { success: false, code: 'forbidden', details: [] },
      });
    }
    expect(await owner.call(operation.name, args)).toMatchObject({
      isError: true,
      envelope: { code: 'invalid_request', details: [{ field: 'idempotencyKey', issue: 'is required' }] },
    });
    expect(await school.digest()).toBe(digest);
  });

  it("shows another organization's resource as one that does not exist", async () => {
    if (pathParameters(operation).length === 0) return;
    const call = await arrange(school);
    const other = await School.open(app);
    const stranger = await agentOf(other.owner, [MANAGE], other);
    const digests = [await school.digest(), await other.digest()];
    const answer = (params: string[] | undefined) =>
      stranger.call(operation.name, {
        ...argumentsOf(operation, { ...call, params }),
        idempotencyKey: 'k',
        correlationId: 'same',
      });
    const foreign = await answer(call.params);
    expect(foreign).toMatchObject({ isError: true, envelope: { code: 'not_found' } });
    expect(foreign).toEqual(await answer(call.params?.map(() => randomUUID())));
    expect(await answer(call.params?.map(() => 'no-uuid'))).toEqual(foreign);
    expect([await school.digest(), await other.digest()]).toEqual(digests);
  });
});

describe('restore_program as a tool', () => {
  it('needs the scope mcp:manage of the key, before anything else is looked at', async () => {
    const agent = await agentOf(school.owner);
    const programId = await school.program('archived');
    const digest = await school.digest();
    for (const args of [{}, { programId: 'no-uuid' }, { programId, idempotencyKey: 'k' }]) {
      expect(await agent.call('restore_program', args)).toMatchObject({
        isError: true,
        envelope: { code: 'forbidden', details: [] },
      });
    }
    expect(await school.digest()).toBe(digest);
  });

  it('restores once, and says why a program that is not archived can not be restored', async () => {
    const agent = await agentOf(school.owner, [MANAGE]);
    const programId = await school.program('archived', 'draft');
    const restored = await agent.call('restore_program', { programId, idempotencyKey: 'one' });
    expect(restored.envelope).toMatchObject({ replayed: false, data: { id: programId, status: 'draft' } });
    expect((await agent.call('get_program', { programId })).envelope.data).toEqual(restored.envelope.data);
    const refused = await agent.call('restore_program', { programId, idempotencyKey: 'two' });
    expect(refused).toMatchObject({ isError: true, envelope: { code: 'invalid_request', details: [] } });
    const elsewhere = await agent.call('restore_program', {
      programId: await school.program('archived'),
      idempotencyKey: 'one',
    });
    expect(elsewhere).toMatchObject({ isError: true, envelope: { code: 'conflict' } });
  });

  it('takes no further arguments', async () => {
    const agent = await agentOf(school.owner, [MANAGE]);
    const programId = await school.program('archived');
    const answer = await agent.call('restore_program', { programId, idempotencyKey: 'k', status: 'active' });
    expect(answer).toMatchObject({ isError: true, envelope: { code: 'invalid_request' } });
  });
});

describe('arguments and reach', () => {
  it('names the argument that is invalid', async () => {
    const agent = await agentOf(school.owner, [MANAGE]);
    const group = { name: 'x', type: 'level', scope: 'program', idempotencyKey: 'k' };
    expect((await agent.call('create_group', group)).envelope.details).toEqual([
      { field: 'name', issue: 'must have 2 to 100 characters' },
    ]);
    expect((await agent.call('create_group', { ...group, name: 'Good', capacity: '10' })).envelope.details).toEqual([
      expect.objectContaining({ field: 'capacity' }),
    ]);
    expect((await agent.call('get_program', {})).envelope.details).toEqual([
      { field: 'programId', issue: 'is required' },
    ]);
    for (const idempotencyKey of [undefined, 7, '', ' ']) {
      const valid = { name: 'Good', type: 'level', scope: 'organization', idempotencyKey };
      expect((await agent.call('create_group', valid)).envelope.details).toEqual([
        { field: 'idempotencyKey', issue: 'is required' },
      ]);
    }
    expect((await agent.call('get_program', { programId: 7 })).envelope.details).toEqual([
      { field: 'programId', issue: 'must be a string' },
    ]);
    const all = await agent.call('configure_cohort', { name: '', colour: 1 });
    expect([all.envelope.code, all.envelope.details?.map(({ field, issue }) => `${field} ${issue}`)]).toEqual([
      'invalid_request',
      ['cohortId is required', 'idempotencyKey is required', 'colour is unknown', expect.stringMatching(/^name must /)],
    ]);
    expect((await agent.call('list_programs', { limit: 0 })).envelope.details).toEqual([
      { field: 'limit', issue: 'must be 1 to 100' },
    ]);
    const items = [{ enrollmentId: randomUUID() }, { enrollmentId: 'x', when: 1 }];
    const plan = { cohortId: await school.cohort(), items, mode: 'all', idempotencyKey: 'k' };
    const { details = [] } = (await agent.call('bulk_plan_interventions', plan)).envelope;
    expect(details.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['reason', 'items.1.enrollmentId', 'items.1.when']),
    );
  });

  it('refuses arguments whose names mean something to JavaScript', async () => {
    const call = (tool: string, args: string) =>
      send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`);
    const group = '"name":"Good","type":"level","scope":"program","idempotencyKey":"k"';
    const digest = await school.digest();
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      for (const response of [
        await call('create_group', `{${group},"${name}":{"name":"x"}}`),
        await call('list_programs', `{"${name}":"x"}`),
      ]) {
        expect(response.body.result).toMatchObject({
          isError: true,
          structuredContent: { code: 'invalid_request', details: [{ field: name, issue: 'is unknown' }] },
        });
      }
    }
    expect(await school.digest()).toBe(digest);
  });

  it('shows a coach the cockpit of the enrollments assigned, and no enrollment beyond them', async () => {
    const cohortId = await school.cohort();
    const mine = await school.enrollment({ cohort_id: cohortId });
    const other = await school.enrollment({ cohort_id: cohortId });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: mine });
    const agent = await agentOf(coach);
    const cockpit = await agent.call('read_cohort_cockpit', { cohortId });
    expect(cockpit.envelope.data).toMatchObject({ scope: 'assigned', members: { total: 1 } });
    expect(cockpit.envelope.replayed).toBeUndefined();

    const plan = (enrollmentId: string) =>
      agent.call('plan_intervention', {
        enrollmentId,
        reason: 'late',
        title: 'Call',
        channel: 'call',
        ownerUserId: coach.accountId,
        dueAt: new Date(Date.now() + 3_600_000).toISOString(),
        expectedOutcome: 'A new date',
        idempotencyKey: randomUUID(),
      });
    expect((await plan(mine)).isError).toBe(false);
    expect(await plan(other)).toMatchObject({ isError: true, envelope: { code: 'not_found' } });
  });

  it('gives an unusable correlationId a new one', async () => {
    const agent = await agentOf(school.owner);
    const programId = await school.program();
    for (const correlationId of ['', 'x'.repeat(129), 'a\nb', 7]) {
      const { envelope } = await agent.call('get_program', { programId, correlationId });
      expect(envelope.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('has every tool among the operations that REST has', () => {
    const names = app.nest.get(OperationRegistry).operations.map(({ name }) => name);
    for (const { operation } of AGENT_TOOLS) expect(names).toContain(operation);
  });
});

/** A message as it stands. */
function send(body: string, type = 'application/json'): request.Test {
  return request(app.url)
    .post('/mcp')
    .set('x-api-key', school.owner.client.apiKey ?? '')
    .set('Content-Type', type)
    .set('Accept', 'application/json, text/event-stream')
    .send(body);
}
