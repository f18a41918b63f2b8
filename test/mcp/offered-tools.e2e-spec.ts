import { afterEach, describe, expect, it } from '@jest/globals';
import { OperationRegistry } from '#kernel/operations';
import type { Person } from '../support/school.js';
import { AGENT_TOOLS } from '#transport/mcp/agents.tools.js';
import { useSchool } from '../support/use-school.js';
import { Agent } from './agent.js';

const { app, school } = useSchool();
let agents: Agent[] = [];

afterEach(async () => {
  for (const agent of agents) await agent.close();
  agents = [];
});

async function agentOf({ memberId, accountId }: Person, ...scopes: string[]): Promise<Agent> {
  const { client } = await school.key(memberId, accountId, { scopes });
  const agent = await Agent.connect(app, client);
  agents.push(agent);
  return agent;
}

const namesOf = async (agent: Agent): Promise<string[]> => (await agent.tools()).map(({ name }) => name);

describe('the list of tools', () => {
  it('has the tools that the role allows', async () => {
    const names = await namesOf(await agentOf(await school.person('MEMBER')));
    expect(names).toContain('read_me');
    expect(names).not.toContain('create_group');
    expect(names).not.toContain('read_cohort_cockpit');
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const ofCoach = await namesOf(await agentOf(coach));
    expect(ofCoach).toEqual(expect.arrayContaining(['read_cohort_cockpit', 'plan_intervention', 'list_work_queue']));
    for (const name of ['create_group', 'list_webhook_subscriptions']) expect(ofCoach).not.toContain(name);
  });

  it('has courses, progress and questions for staff, and nothing of the operations under /me but read_me', async () => {
    const names = await namesOf(await agentOf(school.owner, 'mcp:manage'));
    const ofLearning = ['get_course', 'read_progress', 'list_cohort_progress', 'list_video_questions', 'read_outcomes'];
    expect(names).toEqual(expect.arrayContaining(ofLearning));
    const mine = app.nest.get(OperationRegistry).operations.filter(({ path }) => /^\/me\b/.test(path));
    expect(mine.length).toBeGreaterThan(10);
    expect(mine.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(['read_me']);
  });

  it('has what closers sell with, and none that moves money', async () => {
    const ofMember = await namesOf(await agentOf(await school.person('MEMBER')));
    const ofCloser = await namesOf(await agentOf(await school.person('MEMBER', { role: 'closer' })));
    const more = ofCloser.filter((name) => !ofMember.includes(name));
    expect(more).toEqual([
      ...['list_offers', 'read_sales_availability', 'get_prospect', 'read_sales_queue', 'get_sale'],
      ...['list_sales_call_slots', 'book_sales_call', 'propose_sale'],
    ]);
    const ofOwner = await namesOf(await agentOf(school.owner, 'mcp:manage'));
    const ofMoney = /payment|refund|accept|cancel|installment|checkout|charge|collect/;
    expect(ofOwner.filter((name) => ofMoney.test(name))).toEqual([]);
  });

  it('has at most 1.5 kB a tool, with what a model chooses by', async () => {
    const tools = await (await agentOf(school.owner, 'mcp:manage')).tools();
    expect(tools).toHaveLength(AGENT_TOOLS.length);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(1536 * tools.length);
    const { title, description, inputSchema, annotations } = tools.find(({ name }) => name === 'list_enrollments')!;
    expect(title).toBe('List enrollments, newest first');
    expect(description).toContain('Returns items (id, cohortId, memberId, memberName, status,');
    expect(description).toContain('Refusals: 400: ');
    expect(inputSchema.properties).toMatchObject({ cohortId: { description: 'Only enrollments in this cohort' } });
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  it('has the tools that the scopes of the key allow', async () => {
    const reads = await (await agentOf(school.owner, 'read')).tools();
    expect(reads.length).toBeGreaterThan(0);
    for (const { name, annotations } of reads) expect([name, annotations?.readOnlyHint]).toEqual([name, true]);
    const writes = await namesOf(await agentOf(school.owner, 'write'));
    expect(writes).toContain('create_group');
    expect(writes).not.toContain('list_programs');
    expect(writes).not.toContain('rotate_webhook_secret');
    expect(await namesOf(await agentOf(school.owner, 'admin'))).toContain('rotate_webhook_secret');
  });

  it('has what needs mcp:manage for keys with that scope only', async () => {
    for (const name of ['restore_program', 'transfer_enrollment']) {
      expect(await namesOf(await agentOf(school.owner))).not.toContain(name);
      expect(await namesOf(await agentOf(school.owner, 'mcp:manage'))).toContain(name);
      // The scope does not widen a restricted key.
      expect(await namesOf(await agentOf(school.owner, 'mcp:manage', 'read'))).not.toContain(name);
    }
  });

  it('hides no refusal: a tool that is not in it answers a call as before', async () => {
    const callers = [
      await agentOf(await school.person('MEMBER')),
      await agentOf(school.owner, 'read'),
      await agentOf(school.owner, 'admin'),
    ];
    const args = { name: 'Level 2', type: 'level', scope: 'program', idempotencyKey: 'k' };
    const digest = await school.digest();
    for (const agent of callers) {
      expect(await namesOf(agent)).not.toContain('create_group');
      expect(await agent.call('create_group', args)).toMatchObject({ isError: true, envelope: { code: 'forbidden' } });
    }
    expect(await school.digest()).toBe(digest);
  });

  it('changes with the role from the next message on, and nobody is told that it will', async () => {
    const person = await school.person('ADMIN');
    const agent = await agentOf(person);
    const quiet = { listChanged: false };
    const capabilities = { tools: quiet, resources: quiet, prompts: quiet, completions: {} };
    expect(agent.protocol.getServerCapabilities()).toEqual(capabilities);
    expect(await namesOf(agent)).toContain('create_group');
    await app.rows.query(`update members set role = 'MEMBER' where id = $1`, [person.memberId]);
    expect(await namesOf(agent)).not.toContain('create_group');
  });
});
