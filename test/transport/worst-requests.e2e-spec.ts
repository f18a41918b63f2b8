import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type JsonSchema, jsonSchemaOf } from '#kernel/fields';
import { readPath, readSamples } from '../conformance/read-samples.js';
import { pathOf } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import { useSchool } from '../support/use-school.js';

const TRIES = 3;
/** Generous: what grows with the square of a body costs a hundred times as much. */
const TIMES = 12;
const SLACK_MS = 80;

const { app, school } = useSchool();

beforeAll(() => {
  // The first requests of a process are slow: its code is not yet compiled.
  for (let warm = 0; warm < 3; warm += 1) JSON.parse(JSON.stringify(unknownMembers(2_000)));
});

function unknownMembers(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`u${'x'.repeat(40)}${index}`, 0]));
}

/** As many as fit into 256 kB. */
function tooMany(): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [`u${index}`, 0]));
}

/** The text of an object with the members of both; the first one's text is made once for all operations. */
const joined = (first: string, other: object): string =>
  Object.keys(other).length === 0 ? first : `${first.slice(0, -1)},${JSON.stringify(other).slice(1)}`;

function nested(levels: number): unknown {
  return levels === 0 ? 0 : { deeper: nested(levels - 1) };
}

const TOO_MANY = JSON.stringify(tooMany());
const WIDE = JSON.stringify({ ...unknownMembers(2_400), large: unknownMembers(2_400), deep: nested(15) });

/** The body with the longest texts that its class allows, and as much beside them as is accepted. */
function worst(type: Type | undefined, body: object): string {
  const { properties = {} } = (type ? jsonSchemaOf(type) : {}) as { properties?: Record<string, JsonSchema> };
  const longest: Record<string, unknown> = {};
  for (const [name, { type: kind, maxLength, format, pattern, enum: values }] of Object.entries(properties)) {
    if ((kind !== 'string' || typeof maxLength !== 'number' || format) ?? pattern ?? values) continue;
    longest[name] = 'é'.repeat(maxLength);
  }
  return joined(WIDE, { ...body, ...longest });
}

/**
 * The least CPU time of this process, in milliseconds, that each took. Waiting for a busy machine is not counted. No more
 * tries are made once the other one took less than the slack: further ones could not change that.
 */
async function leastCpuMs(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const least: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < TRIES && least[1] >= SLACK_MS; round += 1) {
    for (const [index, send] of [one, other].entries()) {
      const before = process.cpuUsage();
      await send();
      const { user, system } = process.cpuUsage(before);
      least[index] = Math.min(least[index], (user + system) / 1_000);
    }
  }
  return least;
}

async function expectFair(plain: () => Promise<unknown>, heavy: () => Promise<unknown>): Promise<void> {
  const [usual, most] = await leastCpuMs(plain, heavy);
  expect(most).toBeLessThan(TIMES * usual + SLACK_MS);
}

describe.each(samples.map((one) => [one.operation.name, one] as const))('%s', (_, { operation, arrange }) => {
  it('takes about as long with the worst body that it accepts as with a plain one', async () => {
    const { params, body = {} } = await arrange(school);
    const idempotencyKey = randomUUID();
    // Replays, so that the state is the same each time; a body is read and validated all the same.
    const send = async (sent: unknown, status = 200) => {
      const path = pathOf(operation, params);
      const response = await school.owner.client.send(operation.method, path, { body: sent, idempotencyKey });
      expect(response.status).toBe(status);
    };
    await send(body, operation.status);
    const heavy = worst(operation.body, body as object);
    expect(heavy.length).toBeGreaterThan(150_000);
    await expectFair(
      () => send(body),
      () => send(heavy, operation.emptyBody ? 400 : 200),
    );
    const members = joined(TOO_MANY, body as object);
    await expectFair(
      () => send(body),
      () => send(members, 400),
    );
  });
});

describe.each(readSamples.map((one) => [one.operation.name, one] as const))('%s', (_, sample) => {
  it('takes about as long with the worst query that it accepts as with none', async () => {
    const params = await sample.arrange(school);
    const read = async (query: string) => {
      expect((await school.owner.client.get(readPath(sample, params, query))).status).toBe(200);
    };
    const all = Array.from({ length: 1_900 }, (_unused, index) => `u${index}=`).join('&');
    await expectFair(
      () => read(''),
      () => read(all),
    );
  });
});

describe('a message of an agent', () => {
  const send = async (message: object): Promise<number> => {
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': school.owner.client.apiKey ?? '',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
    await response.text();
    return response.status;
  };
  const messages: [string, (members: object) => object][] = [
    ['arguments', (members) => ({ method: 'tools/call', params: { name: 'list_programs', arguments: members } })],
    [
      '_meta',
      (members) => ({ method: 'tools/call', params: { name: 'list_programs', arguments: {}, _meta: members } }),
    ],
    ['params of a ping', (members) => ({ method: 'ping', params: members })],
  ];

  it.each(messages)('takes about as long with the worst %s that are accepted', async (_, message) => {
    const large = message({ ...unknownMembers(480), large: unknownMembers(480) });
    await expectFair(
      () => send(message({})),
      async () => expect(await send(large)).toBe(200),
    );
    await expectFair(
      () => send(message({})),
      async () => expect(await send(message(tooMany()))).toBe(400),
    );
  });

  it.each(messages)('has at most 1,000 values: %s', async (_, message) => {
    // Each message has the values of its frame: the library is what takes long for a value.
    const frame = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message({ one: 0 }) }).match(/":/g)!.length;
    expect(await send(message(unknownMembers(1_000 - frame)))).toBe(200);
    expect(await send(message(unknownMembers(1_002 - frame)))).toBe(400);
  });

  it('may be the largest call of a tool', async () => {
    const items = Array.from({ length: 200 }, () => ({ enrollmentId: randomUUID(), ownerUserId: randomUUID() }));
    expect(await send(messages[0][1]({ ...unknownMembers(10), items }))).toBe(200);
  });
});
