import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { Workplace, type Environment, type Run } from '../support/service-process.js';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { LOCAL_RECEIVERS } from '../webhooks/set-up.js';

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const place = new Workplace();
let database: ExternalDatabase;
let receiver: Receiver;
let apiKey = '';

beforeAll(async () => {
  database = await makeExternalDatabase({ isMigrated: true });
  receiver = await Receiver.open();
});

afterAll(async () => {
  await place.clear();
  await receiver.close();
  await database.drop();
});

const settings = (keys: string): Environment => ({
  ...LOCAL_RECEIVERS,
  DATABASE_URL: database.serviceUrl,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  NODE_ENV: 'production',
  SECRET_KEYS: keys,
});

async function cli(keys: string, ...args: string[]): Promise<{ code: number | null; told: unknown }> {
  const { code, stdout, stderr } = await place.finish('cli', [...args, '--json'], settings(keys));
  if (stderr !== '') throw new Error(stderr);
  return { code, told: JSON.parse(stdout) };
}

type Service = Run & { url: string };

async function call({ url }: Service, method: string, path: string, body?: object) {
  const headers = { 'x-api-key': apiKey, 'Idempotency-Key': randomBytes(8).toString('hex') };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { data: Record<string, string> } };
}

/** An event reaches the receiver, signed with its secret. */
async function expectDelivery(service: Service): Promise<void> {
  const before = receiver.arrivals.length;
  const group = { name: 'Level one', type: 'level', scope: 'organization' };
  expect((await call(service, 'POST', '/groups', group)).status).toBe(201);
  await until(() => receiver.arrivals.length > before);
  const latest = receiver.arrivals.at(-1);
  expect(latest && receiver.isSigned(latest)).toBe(true);
}

async function end(service: Service): Promise<void> {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

it('a rotation of SECRET_KEYS ends without a touch of any subscription, and deliveries go on', async () => {
  const create = ['organization', 'create', '--name', 'North School', '--owner-email', 'owner@north.example'];
  const created = (await cli(oldKey, ...create)).told as { apiKey: string; member: { id: string } };
  ({ apiKey } = created);
  let service = await place.serve(settings(oldKey));
  const { secret, url: endpointUrl } = receiver;
  const subscribe = async (eventName: string) => {
    const subscription = { name: 'R', endpointUrl, eventNames: [eventName], secret };
    const { id } = (await call(service, 'POST', '/webhook-subscriptions', subscription)).body.data;
    return { id, path: `/webhook-subscriptions/${id}` };
  };
  const { id, path } = await subscribe('*');
  const { path: otherPath } = await subscribe('program.created');
  const active = (at: string) => until(async () => (await call(service, 'GET', at)).body.data.status === 'active');
  await active(path);
  await expectDelivery(service);
  await end(service);

  const both = `${newKey},${oldKey}`;
  service = await place.serve(settings(both));
  await expectDelivery(service);
  const apiKeys = { count: 1, oldestCreatedAt: expect.stringMatching(/Z$/) };
  const states = (current: number, old: number) => ({
    code: 0,
    told: {
      keys: [
        { key: expect.stringMatching(/^[0-9a-f]{8}$/), state: 'current', subscriptions: current },
        { key: expect.stringMatching(/^[0-9a-f]{8}$/), state: 'old', subscriptions: old },
      ],
      apiKeys,
    },
  });
  expect(await cli(both, 'secrets', 'status')).toEqual(states(0, 2));
  // A new secret brings the endpoint under the new key as well; an endpoint that is sent again stays verified.
  expect((await call(service, 'POST', `${otherPath}/rotate-secret`, { secret })).status).toBe(200);
  expect(await cli(both, 'secrets', 'status')).toEqual(states(1, 1));
  expect((await call(service, 'PATCH', path, { endpointUrl })).body.data.status).toBe('active');
  expect(await cli(both, 'secrets', 'status')).toEqual(states(2, 1));
  expect(await cli(both, 'secrets', 'reseal')).toEqual({ code: 0, told: { resealed: 1, unreadable: [] } });
  expect(await cli(both, 'secrets', 'reseal')).toEqual({ code: 0, told: { resealed: 0, unreadable: [] } });
  expect(await cli(both, 'secrets', 'status')).toEqual(states(2, 0));
  await expectDelivery(service);
  const renewed = await call(service, 'POST', '/api-keys', { name: 'New', memberId: created.member.id });
  await end(service);

  apiKey = renewed.body.data.key;
  service = await place.serve(settings(newKey));
  await expectDelivery(service);
  expect((await call(service, 'POST', `${path}/test`)).body.data).toMatchObject({ error: null });
  expect((await call(service, 'POST', `${path}/verify`)).status).toBe(200);
  await active(path);
  await end(service);

  const lost = await cli(randomBytes(32).toString('base64'), 'secrets', 'reseal');
  expect(lost).toMatchObject({ code: 1, told: { resealed: 0, unreadable: [{ subscriptionId: id }, {}] } });
});
