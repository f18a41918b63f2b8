import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { Agent } from './agent.js';

const cockpitOf = (cohortId: string): string => `delivery://cohorts/${cohortId}/cockpit`;
const briefingOf = (enrollmentId: string): string => `delivery://enrollments/${enrollmentId}/briefing`;

const { app, school } = useSchool();
let agents: Agent[] = [];

afterEach(async () => {
  for (const agent of agents) await agent.close();
  agents = [];
});

async function agentOf(person: Person, scopes: string[] = [], at = school): Promise<Agent> {
  const { client } = await at.key(person.memberId, person.accountId, { scopes });
  const agent = await Agent.connect(app, client);
  agents.push(agent);
  return agent;
}

/** An active cohort with somebody in it. */
async function filledCohort(): Promise<{ cohortId: string; enrollmentId: string }> {
  const cohortId = await school.cohort();
  return { cohortId, enrollmentId: await school.enrollment({ cohort_id: cohortId }) };
}

const coachOf = (enrollmentId: string): Promise<Person> => school.person('MEMBER', { role: 'coach', enrollmentId });
const notFound = (uri: string) => ({ code: -32602, message: 'The resource was not found.', data: { uri } });

describe('a resource', () => {
  it('is what REST answers with: the cockpit of a cohort, the briefing of an enrollment', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    const agent = await agentOf(school.owner);
    const overRest = async (path: string) => (await school.owner.client.get(path)).body.data as Record<string, unknown>;
    const untimed = (data: Record<string, unknown>) =>
      JSON.parse(JSON.stringify(data).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')) as unknown;
    for (const [uri, path] of [
      [cockpitOf(cohortId), `/cohorts/${cohortId}/cockpit`],
      [briefingOf(enrollmentId), `/enrollments/${enrollmentId}/briefing`],
    ]) {
      expect(untimed(await agent.read(uri))).toEqual(untimed(await overRest(path)));
    }
    const { contents } = await agent.protocol.readResource({ uri: cockpitOf(cohortId.toUpperCase()) });
    expect(contents).toMatchObject([{ mimeType: 'application/json' }]);
  });

  it('is described by templates, which are those that the key may read', async () => {
    const all = ['delivery://cohorts/{cohortId}/cockpit', 'delivery://enrollments/{enrollmentId}/briefing'];
    const tool = 'delivery://tools/{toolName}';
    expect(await (await agentOf(school.owner)).templates()).toEqual([...all, tool]);
    expect(await (await agentOf(school.owner, ['write'])).templates()).toEqual([tool]);
    expect(await (await agentOf(await school.person('MEMBER'))).templates()).toEqual([tool]);
  });

  it('has each tool that the key may use, with the schema of its results', async () => {
    const agent = await agentOf(school.owner);
    const [tool] = await agent.tools();
    expect(await agent.read(`delivery://tools/${tool.name}`)).toEqual({ ...tool, outputSchema: expect.any(Object) });
    const ref = { type: 'ref/resource' as const, uri: 'delivery://tools/{toolName}' };
    const { completion } = await agent.protocol.complete({ ref, argument: { name: 'toolName', value: 'create_g' } });
    expect(completion.values).toEqual(['create_group']);
    const member = await agentOf(await school.person('MEMBER'));
    for (const uri of ['create_group', 'none', '', 'read_me/'].map((name) => `delivery://tools/${name}`)) {
      await expect(member.read(uri)).rejects.toMatchObject(notFound(uri));
    }
  });

  it('of a foreign organization is one that does not exist', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    const other = await School.open(app);
    const agent = await agentOf(other.owner, [], other);
    for (const uri of [
      cockpitOf(cohortId),
      briefingOf(enrollmentId),
      cockpitOf(randomUUID()),
      cockpitOf('no-uuid'),
      cockpitOf(''),
      `${cockpitOf(cohortId)}?a=1`,
      'delivery://cohorts//cockpit/cockpit',
      'delivery://cohorts/cockpit',
      `delivery://programs/${randomUUID()}/cockpit`,
      'file:///etc/passwd',
      '',
      'x'.repeat(100_000),
    ]) {
      await expect(agent.read(uri)).rejects.toMatchObject(notFound(uri));
    }
  });

  it('is read by a coach for the enrollments assigned, and by nobody with less', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    const other = await filledCohort();
    const coach = await agentOf(await coachOf(enrollmentId));
    expect(await coach.read(cockpitOf(cohortId))).toMatchObject({ scope: 'assigned', members: { total: 1 } });
    expect(await coach.read(briefingOf(enrollmentId))).toMatchObject({});
    for (const uri of [cockpitOf(other.cohortId), briefingOf(other.enrollmentId)]) {
      await expect(coach.read(uri)).rejects.toMatchObject(notFound(uri));
    }
    const member = await agentOf(await school.person('MEMBER'));
    await expect(member.read(cockpitOf(cohortId))).rejects.toMatchObject(notFound(cockpitOf(cohortId)));
    for (const agent of [member, await agentOf(school.owner, ['write'])]) {
      await expect(agent.read(briefingOf(enrollmentId))).rejects.toMatchObject({
        code: -32602,
        data: {
          success: false,
          code: 'forbidden',
          details: [],
          correlationId: expect.stringMatching(/.{36}/) as unknown,
        },
      });
    }
  });
});

describe('the list of resources', () => {
  it("has the cockpits of running cohorts, page after page by the list's cursor", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) ids.unshift((await filledCohort()).cohortId);
    const agent = await agentOf(school.owner);
    const first = await agent.resources();
    expect(first.resources).toHaveLength(20);
    const second = await agent.resources(first.nextCursor);
    expect(second.nextCursor).toBeUndefined();
    expect([...first.resources, ...second.resources].map(({ uri }) => uri)).toEqual(ids.map(cockpitOf));
    for (const { uri } of second.resources) expect(await agent.read(uri)).toMatchObject({ scope: 'tenant' });
  });

  it('has what a coach reaches, and for others nothing', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    await filledCohort();
    const { resources } = await (await agentOf(await coachOf(enrollmentId))).resources();
    expect(resources.map(({ uri }) => uri)).toEqual([cockpitOf(cohortId)]);
    const others = [await agentOf(await school.person('MEMBER')), await agentOf(school.owner, ['write'])];
    const other = await School.open(app);
    for (const agent of [...others, await agentOf(other.owner, [], other)]) {
      expect(await agent.resources()).toMatchObject({ resources: [] });
    }
  });

  it('refuses a cursor that is none of its own', async () => {
    const agent = await agentOf(school.owner);
    for (const cursor of ['x', Buffer.from('["a"]').toString('base64url')]) {
      await expect(agent.resources(cursor)).rejects.toMatchObject({
        code: -32602,
        data: { code: 'invalid_request', details: [{ field: 'cursor' }] },
      });
    }
  });
});

describe('completion', () => {
  it('finds a cohort by its name or id and an enrollment by the name of its member', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    const agent = await agentOf(school.owner);
    const complete = async (uri: string, name: string, value: string): Promise<string[]> =>
      (await agent.protocol.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion
        .values;
    const [cockpits, briefings] = await agent.templates();
    const { name } = (await school.owner.client.get(`/cohorts/${cohortId}`)).body.data as { name: string };
    for (const typed of ['', name.toUpperCase().slice(0, 4), cohortId.slice(0, 20)]) {
      expect(await complete(cockpits, 'cohortId', typed)).toEqual([cohortId]);
    }
    expect(await complete(cockpits, 'cohortId', 'nobody')).toEqual([]);
    const { memberId } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data as {
      memberId: string;
    };
    await school.owner.client.send('PATCH', `/members/${memberId}`, { body: { name: 'Ada Lovelace' } });
    for (const typed of ['', 'ada', 'lovel']) {
      expect(await complete(briefings, 'enrollmentId', typed)).toEqual([enrollmentId]);
    }
    for (const typed of ['nobody', 'x'.repeat(5_000), 'a b c d e f g h i j k', '\u0000']) {
      expect(await complete(briefings, 'enrollmentId', typed)).toEqual([]);
    }
    for (const [uri, argument] of [
      [cockpits, 'enrollmentId'],
      ['delivery://programs/{programId}', 'programId'],
    ]) {
      await expect(complete(uri, argument, '')).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('shows a coach, a member and a stranger no more than their lists', async () => {
    const { cohortId, enrollmentId } = await filledCohort();
    await filledCohort();
    const valuesOf = async (agent: Agent): Promise<string[][]> => {
      const refer = { type: 'ref/prompt' as const };
      const cohorts = { ref: { ...refer, name: 'weekly_cohort_review' }, argument: { name: 'cohortId', value: '' } };
      const calls = { ref: { ...refer, name: 'prepare_coaching_call' }, argument: { name: 'enrollmentId', value: '' } };
      const answers = [await agent.protocol.complete(cohorts), await agent.protocol.complete(calls)];
      return answers.map(({ completion }) => completion.values);
    };
    expect(await valuesOf(await agentOf(await coachOf(enrollmentId)))).toEqual([[cohortId], [enrollmentId]]);
    expect(await valuesOf(await agentOf(school.owner, ['write']))).toEqual([[], []]);
    expect(await valuesOf(await agentOf(await school.person('MEMBER')))).toEqual([[], []]);
    const other = await School.open(app);
    expect(await valuesOf(await agentOf(other.owner, [], other))).toEqual([[], []]);
  });
});
