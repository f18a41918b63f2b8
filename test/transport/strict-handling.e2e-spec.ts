import { describe, expect, it } from '@jest/globals';
import { samples } from '../conformance/samples.js';
import { pathOf } from '../conformance/sample.js';
import { Agent } from '../mcp/agent.js';
import { useSchool } from '../support/use-school.js';

const STRICT = { Prefer: 'handling=strict' };

const { app, school } = useSchool();

describe.each(samples.map((one) => [one.operation.name, one] as const))('%s', (_, { operation, arrange }) => {
  it('with handling=strict refuses fields that it does not know, names each and changes nothing', async () => {
    const { params, body } = await arrange(school);
    const digest = await school.digest();
    const send = (sent: unknown) =>
      school.owner.client.send(operation.method, pathOf(operation, params), { body: sent, headers: STRICT });
    const refused = await send({ ...(body as object), organizationId: 'x', colour: { a: 1 }, constructor: 1 });
    expect([refused.status, refused.headers['preference-applied'], refused.body.details]).toEqual([
      400,
      'handling=strict',
      ['organizationId', 'colour', 'constructor'].map((field) => ({ field, issue: 'is unknown' })),
    ]);
    expect(await school.digest()).toBe(digest);
    const done = await send(body);
    expect([done.status, done.headers['preference-applied']]).toEqual([operation.status, 'handling=strict']);
  });
});

describe('handling=strict', () => {
  const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };
  const phases = [{ name: 'Practice', position: 1, colour: 'red' }];

  it('names unknown fields of the items of a list, and what is wrong with others', async () => {
    const path = `/cohorts/${await school.cohort()}/configuration`;
    const configured = samples.find(({ operation }) => operation.name === 'configure_cohort');
    const { params } = (await configured?.arrange(school)) ?? {};
    const real = configured ? pathOf(configured.operation, params) : path;
    const method = configured?.operation.method ?? 'PATCH';
    const body = { phases, name: 'x', tone: 1 };
    const { status, body: answer } = await school.owner.client.send(method, real, { body, headers: STRICT });
    expect([status, answer.details]).toEqual([
      400,
      [
        { field: 'phases.0.colour', issue: 'is unknown' },
        { field: 'tone', issue: 'is unknown' },
        { field: 'name', issue: expect.any(String) },
      ],
    ]);
  });

  it('is read as RFC 7240 has it, and only then', async () => {
    const statusOf = async (prefer: string | string[]) =>
      (await school.owner.client.post('/groups', { ...group, x: 1 }, { headers: { Prefer: prefer } })).status;
    for (const strict of [
      'Handling = "strict"',
      'respond-async, handling=strict;why=typos',
      'handling=strict, handling=lenient',
    ]) {
      expect([strict, await statusOf(strict)]).toEqual([strict, 400]);
    }
    for (const lenient of ['handling=lenient', 'handling=lenient, handling=strict', 'strict', 'handling', '']) {
      expect([lenient, await statusOf(lenient)]).toEqual([lenient, 201]);
    }
  });

  it('judges query parameters as well, of lists and of what takes none', async () => {
    const programId = await school.program();
    for (const path of ['/programs?stauts=draft', `/programs/${programId}?stauts=draft`, '/me?stauts=draft']) {
      const { status, headers, body } = await school.owner.client.get(path, { headers: STRICT });
      expect([path, status, headers['preference-applied'], body.details]).toEqual([
        path,
        400,
        'handling=strict',
        [{ field: 'stauts', issue: 'is unknown' }],
      ]);
      expect((await school.owner.client.get(path)).status).toBe(200);
    }
    const strict = await school.owner.client.get('/programs?status=draft', { headers: STRICT });
    expect([strict.status, strict.headers['preference-applied']]).toEqual([200, 'handling=strict']);
    const written = await school.owner.client.post('/groups?colour=red', group, { headers: STRICT });
    expect([written.status, written.body.details]).toEqual([400, [{ field: 'colour', issue: 'is unknown' }]]);
  });

  it('names no more than a hundred fields, each by 200 characters at most', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`u${index}${'x'.repeat(300)}`, 1]));
    const { status, body } = await school.owner.client.post('/groups', { ...group, ...many }, { headers: STRICT });
    const details = body.details as { field: string }[];
    expect([status, details.length, Math.max(...details.map(({ field }) => field.length))]).toEqual([400, 100, 200]);
  });

  it('is how agents are always served, reads included', async () => {
    const { client } = await school.key(school.owner.memberId, school.owner.accountId);
    const agent = await Agent.connect(app, client);
    const refusals = [
      await agent.call('create_group', { ...group, idempotencyKey: 'k', colour: 1 }),
      await agent.call('list_programs', { colour: 1 }),
      await agent.call('get_program', { programId: await school.program(), colour: 1 }),
    ];
    for (const refusal of refusals) {
      const details = [{ field: 'colour', issue: 'is unknown' }];
      expect(refusal).toMatchObject({ isError: true, envelope: { code: 'invalid_request', details } });
    }
    for (const { inputSchema } of await agent.tools()) expect(inputSchema.additionalProperties).toBe(false);
    await agent.close();
  });
});
