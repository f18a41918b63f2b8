import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hasEntityTag, representationOf } from '#kernel/operations';
import { useSchool } from '../support/use-school.js';
import { pathOf, withPresentRevision } from './sample.js';
import { samples } from './samples.js';

const { school } = useSchool();

const RIVALS = 6;
/** Their sample makes the resource: before it there is none to read. */
const OF_WHAT_IS_NOT_THERE = new Set(['set_identity_provider']);

const conditional = samples.filter(({ operation }) => representationOf(operation) !== undefined);

it('is offered by every PATCH that the organization makes on its own resources', () => {
  const others = samples.filter(({ operation }) => operation.method === 'PATCH' && !representationOf(operation));
  const names = others.map(({ operation }) => operation.name);
  expect(names).toEqual(['update_my_passkey', 'update_calendar_connection', 'move_sales_call']);
});

describe.each(conditional.map((one) => [one.operation.name, one] as const))('%s', (name, { operation, arrange }) => {
  const arranged = async () => {
    const { params, body } = await arrange(school);
    const path = pathOf(operation, params);
    const { client } = school.owner;
    const send = async (ifMatch: string | string[], idempotencyKey: string = randomUUID()) =>
      client.send(operation.method, path, {
        body: await withPresentRevision(client, path, body),
        idempotencyKey,
        headers: { 'If-Match': ifMatch },
      });
    const tag = async () => (await school.owner.client.get(path)).headers.etag ?? '"none"';
    return { send, tag };
  };

  it('is refused with 412 where the resource is not as it was read, and changes nothing', async () => {
    const { send, tag } = await arranged();
    const current = await tag();
    const digest = await school.digest();
    for (const stale of ['"stale"', `W/${current}`, '"one", "other"']) {
      const { status, body } = await send(stale);
      expect([stale, status, body.code]).toEqual([stale, 412, 'precondition_failed']);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('refuses a header that is no list of tags with 400', async () => {
    const { send } = await arranged();
    const digest = await school.digest();
    for (const malformed of ['stale', '"a" "b"', '*, "a"', '"""']) {
      const { status, body } = await send(malformed);
      expect([malformed, status, body.details]).toEqual([
        malformed,
        400,
        [expect.objectContaining({ field: 'If-Match' })],
      ]);
    }
    expect(await school.digest()).toBe(digest);
  });

  if (OF_WHAT_IS_NOT_THERE.has(name)) {
    it('matches no resource that does not exist', async () => {
      const { send } = await arranged();
      expect((await send('*')).status).toBe(412);
    });
    return;
  }

  it('is carried out where the resource is as it was read; a repeated key repeats its result', async () => {
    const { send, tag } = await arranged();
    const [before, idempotencyKey] = [await tag(), randomUUID()];
    const done = await send(['"other"', before], idempotencyKey);
    expect([done.status, done.body.replayed]).toEqual([operation.status, false]);
    const after = await tag();
    if (hasEntityTag(operation)) expect(done.headers.etag).toBe(after);
    const again = await send(before, idempotencyKey);
    expect([again.status, again.body.replayed, again.headers.etag]).toEqual([200, true, undefined]);
    expect((await send('*')).status).toBe(200);
    if (after !== before) expect((await send(before)).status).toBe(412);
  });

  it('lets one of several who have read the same change it', async () => {
    const { send, tag } = await arranged();
    const before = await tag();
    const answers = await Promise.all(Array.from({ length: RIVALS }, () => send(before)));
    const isSame = (await tag()) === before;
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual(isSame ? Array(RIVALS).fill(200) : [200, ...Array<number>(RIVALS - 1).fill(412)]);
  });
});

/** Reads by the class of their data: the tag of a creation or a command is that of the resource that it shows. */
const readOf = (response: unknown): string | undefined =>
  conditional.map(({ operation }) => representationOf(operation)).find((read) => read?.response === response)?.path;

it.each(samples.filter(({ operation }) => hasEntityTag(operation)).map((one) => [one.operation.name, one] as const))(
  '%s answers with the tag that a read gives',
  async (_, { operation, arrange }) => {
    const { params, body } = await arrange(school);
    const done = await school.owner.client.send(operation.method, pathOf(operation, params), { body });
    const { id } = done.body.data as { id?: string };
    const shown = id === undefined ? params : [id];
    const read = await school.owner.client.get(pathOf({ path: readOf(operation.response) ?? '' }, shown));
    expect([done.status, read.status, done.headers.etag]).toEqual([operation.status, 200, read.headers.etag]);
    expect(read.headers.etag).toMatch(/^"[\w-]{22}"$/);
  },
);

it('is refused by a write without a read of its own', async () => {
  const response = await school.owner.client.post(
    '/programs',
    { name: 'Coaching skills' },
    { headers: { 'If-Match': '*' } },
  );
  expect([response.status, response.body.details]).toEqual([
    400,
    [{ field: 'If-Match', issue: 'is not supported by this operation' }],
  ]);
});
