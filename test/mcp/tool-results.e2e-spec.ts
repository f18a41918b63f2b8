import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type AnyOperation, pathParameters } from '#kernel/operations';
import { AGENT_TOOLS } from '#transport/mcp/agents.tools.js';
import { readSamples } from '../conformance/read-samples.js';
import { samples } from '../conformance/samples.js';
import { useSchool } from '../support/use-school.js';
import { Agent } from './agent.js';

type Arguments = Record<string, unknown>;

const isTool = ({ operation }: { operation: AnyOperation }): boolean =>
  AGENT_TOOLS.some((tool) => tool.operation === operation.name);
const named = (operation: AnyOperation, ids: readonly string[] = []): Arguments =>
  Object.fromEntries(pathParameters(operation).map((name, index) => [name, ids[index]]));

const { app, school } = useSchool();

/** A valid call of each tool, from the samples of the conformance tests. */
const calls: { name: string; arrange: () => Promise<Arguments> }[] = [
  ...samples.filter(isTool).map(({ operation, arrange }) => ({
    name: operation.name,
    arrange: async () => {
      const { params, body } = await arrange(school);
      return { ...named(operation, params), ...(body as object), idempotencyKey: randomUUID() };
    },
  })),
  ...readSamples.filter(isTool).map(({ operation, arrange, query = '' }) => ({
    name: operation.name,
    arrange: async () => {
      const ids = await arrange(school);
      const more = ids.slice(pathParameters(operation).length);
      const needed = query.replace(/\?/g, () => encodeURIComponent(more.shift() ?? ''));
      return { ...named(operation, ids), ...Object.fromEntries(new URLSearchParams(needed)) };
    },
  })),
];

async function schemaOf(agent: Agent, tool: string): Promise<ValidateFunction> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const { outputSchema } = await agent.read(`delivery://tools/${tool}`);
  return ajv.compile(outputSchema as object);
}

async function connect(): Promise<Agent> {
  const { memberId, accountId } = school.owner;
  const { client } = await school.key(memberId, accountId, { scopes: ['mcp:manage'] });
  return Agent.connect(app, client);
}

describe('the result of a tool', () => {
  it('has a call for each tool here', () => {
    const names = AGENT_TOOLS.map(({ operation }) => operation);
    expect(calls.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it.each(calls)("$name: is valid by the tool's outputSchema, its replay and its refusal too", async (one) => {
    const agent = await connect();
    const accepts = await schemaOf(agent, one.name);
    const args = await one.arrange();
    const judge = ({ envelope }: { envelope: object }) => [accepts(envelope), accepts.errors ?? null];
    const first = await agent.call(one.name, args);
    expect([first.isError, ...judge(first)]).toEqual([false, true, null]);
    const again = await agent.call(one.name, args);
    expect([again.isError, ...judge(again)]).toEqual([false, true, null]);
    const refused = await agent.call(one.name, { ...args, colour: 1, idempotencyKey: 'other' });
    expect([refused.isError, ...judge(refused)]).toEqual([true, true, null]);
    // It tells them apart from what is neither.
    const { data: _, ...withoutData } = first.envelope;
    for (const other of [{}, withoutData, { ...first.envelope, data: [] }, { ...first.envelope, success: false }]) {
      expect([other, accepts(other)]).toEqual([other, false]);
    }
    await agent.close();
  });
});
