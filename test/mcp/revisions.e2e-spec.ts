import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { useSchool } from '../support/use-school.js';
import { Agent } from './agent.js';

const LATEST = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': LATEST,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const { app, school } = useSchool();

/** A message of the revision without `initialize`; `name` is what it calls, reads or gets. */
function send(method: string, params: object = {}, name?: string, headers: object = {}): request.Test {
  return request(app.url)
    .post('/mcp')
    .set('Authorization', `Bearer ${school.owner.client.apiKey ?? ''}`)
    .set('Accept', 'application/json, text/event-stream')
    .set({ 'Mcp-Protocol-Version': LATEST, 'Mcp-Method': method, ...(name ? { 'Mcp-Name': name } : {}), ...headers })
    .send({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } });
}

describe('the revision 2026-07-28 of the protocol', () => {
  it('is served at the same address, with the same tools, resources and prompts', async () => {
    const options = [{}, { revision: LATEST }] as const;
    const [legacy, latest] = await Promise.all(options.map((one) => Agent.connect(app, school.owner.client, one)));
    expect(latest.protocol.getNegotiatedProtocolVersion()).toBe(LATEST);
    expect(legacy.protocol.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    const cohortId = await school.cohort();
    await school.enrollment({ cohort_id: cohortId });
    expect(await latest.tools()).toEqual(await legacy.tools());
    expect(await latest.templates()).toEqual(await legacy.templates());
    expect(await latest.prompts()).toEqual(await legacy.prompts());
    const [resources, others] = [await latest.resources(), await legacy.resources()];
    expect(resources.resources).toHaveLength(1);
    expect(resources.resources).toEqual(others.resources);
    expect(await latest.read(resources.resources[0].uri)).toMatchObject({ cohort: { id: cohortId } });
    const programId = await school.program();
    const group = { name: 'Good', type: 'level', scope: 'program', programId, idempotencyKey: 'k' };
    expect((await latest.call('create_group', group)).envelope).toMatchObject({ replayed: false });
    expect((await legacy.call('create_group', group)).envelope).toMatchObject({ replayed: true });
    for (const agent of [legacy, latest]) await agent.close();
  });

  it('answers with JSON, discloses no caching and opens no stream', async () => {
    const discovered = await send('server/discover');
    expect(discovered.headers['content-type']).toMatch(/^application\/json/);
    expect(discovered.body.result).toMatchObject({
      supportedVersions: [LATEST],
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheScope: 'private',
      ttlMs: 0,
    });
    const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const listened = await send('subscriptions/listen', {
      notifications: { ...everything, resourceSubscriptions: ['delivery://cohorts/x/cockpit'] },
    });
    // It ends at once, as nothing is announced.
    expect(listened.text).toContain('"notifications":{}');
  });

  it('refuses what its headers contradict, revisions that it does not know, and invalid params', async () => {
    const other = await send('tools/list', {}, undefined, { 'Mcp-Method': 'tools/call' });
    expect([other.status, other.body.error.code]).toEqual([400, -32020]);
    const unknown = await send('tools/list', {
      _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' },
    });
    expect([unknown.status, unknown.body.error.code < 0]).toEqual([400, true]);
    expect((await send('tools/list', { cursor: 7 })).body.error).toEqual({
      code: -32602,
      message: 'The params are not those of tools/list.',
    });
    const uri = 'delivery://cohorts/none/cockpit';
    expect((await send('resources/read', { uri }, uri)).body.error).toEqual({
      code: -32602,
      message: 'The resource was not found.',
      data: { uri },
    });
    expect((await send('no/method')).body.error.code).toBe(-32601);
    const args = JSON.parse('{"__proto__":"x"}') as object;
    expect((await send('tools/call', { name: 'list_programs', arguments: args }, 'list_programs')).body).toMatchObject({
      result: { isError: true, structuredContent: { details: [{ field: '__proto__', issue: 'is unknown' }] } },
    });
  });
});
