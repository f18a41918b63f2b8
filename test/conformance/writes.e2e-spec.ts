import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { allows } from '#kernel/access';
import { OperationRegistry, pathParameters, type WriteOperation } from '#kernel/operations';
import type { Person } from '../support/builders/person.js';
import { Client, type SendOptions } from '../support/client.js';
import { onOneNode } from '../support/on-one-node.js';
import type { TestApp } from '../support/test-app.js';
import { School } from '../support/school.js';
import { signInOwner } from '../identity/identity.samples.js';
import { useApp } from '../support/use-school.js';
import { pathOf, repeated, trailLengths, withoutShownOnce, type Call, type Sample } from './sample.js';
import { samples } from './samples.js';

/** One more than the pool has connections. */
const TWINS = 9;

const app = useApp();
/** Made anew by the tests that write. */
const school = new School(app);

it('has a sample for every write that the service registers', () => {
  const writes = app.nest
    .get(OperationRegistry)
    .operations.filter((operation) => operation.kind === 'write')
    .map((operation) => operation.name);
  expect(samples.map((one) => one.operation.name).sort()).toEqual(writes.sort());
});

describe.each(samples.map((one) => [one.operation.name, one] as const))('%s', (_, one) => {
  const { operation, arrange, replayDiffers, also = {}, facts = {} } = one;
  const send = (client: Client, call: Call, options: SendOptions = {}) =>
    client.send(operation.method, pathOf(operation, call.params), { body: call.body, ...options });
  const arrangeAnew = async (): Promise<Call> => {
    await school.renew();
    return arrange(school);
  };
  /** The school of the tests that change nothing. */
  let kept: Untouched | undefined;
  const arranged = async (): Promise<Untouched> => {
    // Where one did change something, the others have a school of their own.
    if (kept?.isIntact) kept.isIntact = false;
    else kept = await untouched(app, arrange);
    return kept;
  };

  it('answers its own status once, then replays: 200, the same data, no second record, audit entry or event', async () => {
    const call = await arrangeAnew();
    const idempotencyKey = randomUUID();
    const first = await send(school.owner.client, call, { idempotencyKey, headers: { 'X-Correlation-Id': 'first' } });
    expect([first.status, first.body]).toEqual([
      operation.status,
      expect.objectContaining({ success: true, replayed: false }),
    ]);
    expect(first.body.correlationId).toBe('first');
    expect(first.headers['x-correlation-id']).toBe('first');
    const digest = await school.digest();

    const replay = await send(school.owner.client, call, {
      idempotencyKey,
      headers: { 'X-Correlation-Id': 'again' },
    });
    expect([replay.status, replay.body.replayed, replay.body.correlationId]).toEqual([200, true, 'again']);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.headers['idempotency-body-mismatch']).toBeUndefined();
    if (!replayDiffers) expect(replay.body.data).toEqual(withoutShownOnce(operation, first.body.data));
    expect(await school.digest()).toBe(digest);
  });

  onOneNode(
    'leaves exactly one audit entry, its event where it declares one, and both for each further resource, under the correlation id',
    async () => {
      const call = await arrangeAnew();
      await send(school.owner.client, call, { headers: { 'X-Correlation-Id': 'trail' } });
      const { audit, events, keys } = await school.trail();
      const common = { actor_id: school.owner.accountId, ...authorOf(school, operation), correlation_id: 'trail' };
      expect(audit[0]).toMatchObject({ ...common, action: operation.action, target_type: operation.targetType });
      for (const entry of audit) expect(entry).toMatchObject(common);
      for (const event of events) expect(event.correlation_id).toBe('trail');
      expect(
        audit
          .slice(1)
          .map(({ action }) => action as string)
          .sort(),
      ).toEqual(repeated(also).sort());
      const own = operation.event ? [operation.event.name] : [];
      const further = [...repeated(also), ...repeated(facts)];
      expect(events.map(({ name }) => name as string).sort()).toEqual([...own, ...further].sort());
      for (const name of further) expect(operation.alsoEvents).toContain(name);
      expect(keys).toBe(1);
    },
  );

  onOneNode('lets one of many concurrent twins be first; the others replay its result', async () => {
    const call = await arrangeAnew();
    const idempotencyKey = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: TWINS }, () => send(school.owner.client, call, { idempotencyKey })),
    );
    expect(responses.filter((response) => response.body.replayed === false)).toHaveLength(1);
    expect(responses.filter((response) => response.body.replayed === true)).toHaveLength(TWINS - 1);
    const results = responses.map(({ body }) => JSON.stringify(withoutShownOnce(operation, body.data)));
    if (!replayDiffers) expect(new Set(results).size).toBe(1);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([...trailLengths(one), 1]);
  });

  onOneNode('needs one usable Idempotency-Key, before it looks at the body', async () => {
    const { school, call, isUnchanged } = await arranged();
    for (const idempotencyKey of [null, '   ', 'x'.repeat(256), 'snowman-\u00e9']) {
      const response = await send(school.owner.client, { ...call, body: '{broken' }, { idempotencyKey });
      expect([response.status, response.body.code, response.body.details]).toEqual([
        400,
        'invalid_request',
        [expect.objectContaining({ field: 'Idempotency-Key' })],
      ]);
    }
    const twice = await send(school.owner.client, call, {
      idempotencyKey: null,
      headers: { 'Idempotency-Key': ['one', 'two'] },
    });
    expect(twice.status).toBe(400);
    await isUnchanged();
  });

  onOneNode('refuses a body that is no JSON object, and changes nothing', async () => {
    const { school, call, isUnchanged } = await arranged();
    for (const body of ['{broken', 'null', '[]', '"text"', '7', '\u0000']) {
      const response = await send(school.owner.client, { ...call, body });
      expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_request']);
    }
    const text = await send(school.owner.client, call, { headers: { 'Content-Type': 'text/plain' } });
    if (call.body !== undefined) expect([text.status, text.body.code]).toEqual([415, 'invalid_request']);
    await isUnchanged();
  });

  onOneNode('asks for the API key before anything else', async () => {
    const { call, isUnchanged } = await arranged();
    const nobody = await new Client(app, null).send(operation.method, pathOf(operation, ['x', 'x']), {
      body: '{broken',
      idempotencyKey: null,
    });
    expect([nobody.status, nobody.body.code, nobody.body.details]).toEqual([401, 'unauthorized', []]);
    const stranger = await send(new Client(app, 'dsk_stranger'), call);
    expect({ ...stranger.body, correlationId: '' }).toEqual({ ...nobody.body, correlationId: '' });
    await isUnchanged();
  });

  onOneNode(
    'is refused to a member without a role that it lets in, before the key and the body are looked at',
    async () => {
      if (allows(operation.access, { role: 'MEMBER', businessRoles: [] } as never)) return;
      const { member, call, isUnchanged } = await arranged();
      const response = await send(
        member.client,
        { ...call, params: call.params?.map(() => randomUUID()), body: '{broken' },
        { idempotencyKey: null },
      );
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
      await isUnchanged();
    },
  );

  onOneNode('works for an ADMIN as for the OWNER', async () => {
    if (!operation.access.organizationRoles.includes('ADMIN')) return;
    await school.renew();
    const admin = await school.person('ADMIN');
    // What the samples build for the caller is the ADMIN's.
    const schoolOfAdmin = Object.assign(Object.create(school) as School, { owner: admin });
    expect((await send(admin.client, await arrange(schoolOfAdmin))).status).toBe(operation.status);
  });

  if (pathParameters(operation).length > 0) {
    onOneNode("shows another organization's resource as one that does not exist, and changes nothing", async () => {
      const { call, isUnchanged } = await arranged();
      const other = await School.open(app);
      if (operation.credentials) await signInOwner(other);
      const digest = await other.digest();
      const headers = { 'X-Correlation-Id': 'same' };
      const foreign = await send(other.owner.client, call, { headers });
      const unknown = await send(
        other.owner.client,
        { ...call, params: call.params?.map(() => randomUUID()) },
        { headers },
      );
      const malformed = await send(
        other.owner.client,
        { ...call, params: call.params?.map(() => 'not-a-uuid') },
        { headers },
      );
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
      expect(foreign.text).toBe(unknown.text);
      expect(malformed.text).toBe(unknown.text);
      expect(await other.digest()).toBe(digest);
      await isUnchanged();
    });

    onOneNode('takes path ids in any case', async () => {
      const call = await arrangeAnew();
      const response = await send(school.owner.client, {
        ...call,
        params: call.params?.map((id) => id.toUpperCase()),
      });
      expect(response.status).toBe(operation.status);
    });
  }

  onOneNode('does not let a body choose ids, tenant or author', async () => {
    const call = await arrangeAnew();
    if (typeof call.body !== 'object' || call.body === null || operation.emptyBody) return;
    const chosen = randomUUID();
    const smuggled = `{"id":"${chosen}","organizationId":"${chosen}","createdBy":"${chosen}","__proto__":{"id":"${chosen}"},`;
    const body = smuggled + JSON.stringify(call.body).slice(1);
    const response = await send(school.owner.client, {
      ...call,
      body: body.endsWith(',}') ? body.replace(',}', '}') : body,
    });
    expect(response.status).toBe(operation.status);
    expect(JSON.stringify(await school.trail())).not.toContain(chosen);
    expect(response.text).not.toContain(chosen);
  });

  onOneNode('flags a replay that came with another body', async () => {
    const call = await arrangeAnew();
    if (typeof call.body !== 'object' || call.body === null || operation.emptyBody) return;
    const idempotencyKey = randomUUID();
    const first = await send(school.owner.client, call, { idempotencyKey });
    const changed = changeOneText(call.body);
    if (changed === undefined) return;
    const replay = await send(school.owner.client, { ...call, body: changed }, { idempotencyKey });
    expect([replay.status, replay.body.replayed]).toEqual([200, true]);
    expect(replay.headers['idempotency-body-mismatch']).toBe('true');
    if (!operation.shownOnce && !replayDiffers) expect(replay.body.data).toEqual(first.body.data);
  });
});

/** A call in a school where nothing may change, and a member who has no role. */
interface Untouched {
  school: School;
  member: Person;
  call: Call;
  /** Nothing has changed, as far as it was looked at last. */
  isIntact: boolean;
  isUnchanged: () => Promise<void>;
}

async function untouched(app: TestApp, arrange: Sample['arrange']): Promise<Untouched> {
  const school = await School.open(app);
  const member = await school.person('MEMBER');
  const call = await arrange(school);
  const digest = await school.digest();
  const made: Untouched = {
    ...{ school, member, call, isIntact: false },
    isUnchanged: async () => {
      expect(await school.digest()).toBe(digest);
      made.isIntact = true;
    },
  };
  return made;
}

/** The key that the owner's client uses for the operation. */
function authorOf({ owner }: School, { credentials = ['api_key'] }: WriteOperation): object {
  return credentials.includes('api_key') ? { api_key_id: owner.apiKeyId } : { api_key_id: null };
}

/** The same body with another name, title or secret; undefined where it has none. */
function changeOneText(body: object): object | undefined {
  const field = ['name', 'title', 'secret', 'body', 'reason'].find(
    (name) => typeof (body as Record<string, unknown>)[name] === 'string',
  );
  if (field === undefined || field === 'reason') return undefined;
  return { ...body, [field]: `${(body as Record<string, string>)[field]}-changed` };
}
