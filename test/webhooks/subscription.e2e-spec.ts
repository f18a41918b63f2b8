import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const SECRET = 'a-secret-of-at-least-16';

const { app, school } = useSchool();

const valid = {
  name: 'Student information system',
  endpointUrl: 'https://user:pass@hooks.example.com:8443/delivery?token=abc#part',
  eventNames: ['group.created', 'program.restored'],
  secret: SECRET,
};
const create = (body: object) => school.owner.client.post('/webhook-subscriptions', body);
const issue = (body: unknown): string[] =>
  (body as { details: { field: string }[] }).details.map(({ field }) => field.split('.')[0]);

describe('creating a subscription', () => {
  it('answers the resource with exactly its fields, and shows neither secret nor query', async () => {
    const response = await create(valid);
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.any(String),
      name: valid.name,
      endpointUrl: 'https://hooks.example.com:8443/delivery',
      eventNames: valid.eventNames,
      status: 'pending_validation',
      lastValidatedAt: null,
      lastValidationError: null,
      secretConfigured: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const trail = JSON.stringify(await school.trail()) + response.text + app.logged();
    for (const hidden of [SECRET, 'token=abc', 'user:pass']) expect(trail).not.toContain(hidden);
  });

  it('keeps the secret encrypted', async () => {
    await create(valid);
    const { rows } = await school.rows<{ box: Buffer }>(
      'select secret_ciphertext as box from webhook_subscriptions where organization_id = $1',
    );
    expect(rows[0].box.includes(SECRET)).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ['endpointUrl', { endpointUrl: 'hooks.example.com' }],
    ['endpointUrl', { endpointUrl: 'http://hooks.example.com' }],
    ['endpointUrl', { endpointUrl: `https://hooks.example.com/${'x'.repeat(2_000)}` }],
    ['endpointUrl', { endpointUrl: 'https://us%zzer@hooks.example.com' }],
    ['endpointUrl', { endpointUrl: 'https://user:%ff@hooks.example.com' }],
    ['eventNames', { eventNames: ['group.created', 'group.created'] }],
    ['eventNames', { eventNames: ['group.imagined'] }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const response = await create({ ...valid, ...change });
    expect([response.status, issue(response.body)]).toEqual([400, [field]]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://240.0.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
  ])('refuses the address %s', async (endpointUrl) => {
    const response = await create({ ...valid, endpointUrl });
    expect([response.status, issue(response.body)]).toEqual([400, ['endpointUrl']]);
  });
});

describe('reading subscriptions', () => {
  it('lists newest first, by status, in pages', async () => {
    const made: string[] = [];
    for (const status of ['active', 'paused', 'active']) made.unshift(await school.subscription({ status }));
    const list = (query: string) => school.owner.client.get(`/webhook-subscriptions${query}`);
    const first = await list('?limit=2');
    expect(first.body.data.items).toMatchObject([{ id: made[0] }, { id: made[1] }]);
    const second = await list(`?limit=2&cursor=${first.body.data.nextCursor}`);
    expect(second.body.data).toMatchObject({ items: [{ id: made[2] }], nextCursor: null });
    expect((await list('?status=paused')).body.data.items).toMatchObject([{ id: made[1] }]);
  });
});

describe('changing a subscription', () => {
  const change = (id: string, body: object) => school.owner.client.patch(`/webhook-subscriptions/${id}`, body);

  it('leaves the status where only name and events change', async () => {
    const id = await school.subscription({ last_validated_at: app.now() });
    const response = await change(id, { name: 'Reporting', eventNames: ['program.restored'] });
    expect(response.body.data).toMatchObject({ name: 'Reporting', eventNames: ['program.restored'], status: 'active' });
    expect((await school.trail()).events[0].data).toEqual({
      subscriptionId: id,
      name: 'Reporting',
      status: 'active',
      fields: expect.arrayContaining(['name', 'eventNames']),
    });
  });

  it('asks for verification when the endpoint moves, not when it is named again', async () => {
    const url = 'https://hooks.example.com/delivery';
    const id = await school.subscription({ endpoint_url: url });
    expect((await change(id, { endpointUrl: url })).body.data.status).toBe('active');
    const moved = await change(id, { endpointUrl: 'https://other.example.com/' });
    expect(moved.body.data).toMatchObject({ status: 'pending_validation', endpointUrl: 'https://other.example.com/' });
  });

  it('is in the audit trail with the former values, and without the addresses of the endpoint', async () => {
    const id = await school.subscription({ endpoint_url: 'https://old.example.com/?token=abc', name: 'Former' });
    await change(id, { name: 'Reporting', endpointUrl: 'https://new.example.com/?token=def' });
    const { audit } = await school.trail();
    expect(audit).toMatchObject([
      {
        action: 'webhook_subscription.updated',
        changes: {
          name: { from: 'Former', to: 'Reporting' },
          endpointUrl: { from: '[redacted]', to: '[redacted]' },
          status: { from: 'active', to: 'pending_validation' },
        },
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain('example.com');
  });

  it('can not choose the status or the secret', async () => {
    const id = await school.subscription({ status: 'paused' });
    expect((await change(id, { status: 'active', secret: 'another-secret-of-many' })).body.data.status).toBe('paused');
  });
});

describe('moving a subscription', () => {
  const move = async (id: string, command: string) => {
    const response = await school.owner.client.post(`/webhook-subscriptions/${id}/${command}`);
    return response.status === 200 ? (response.body as { data: { status: string } }).data.status : response.status;
  };

  it('pauses an active one only', async () => {
    expect(await move(await school.subscription(), 'pause')).toBe('paused');
    for (const status of ['pending_validation', 'validating', 'paused', 'validation_failed']) {
      expect(await move(await school.subscription({ status }), 'pause')).toBe(409);
    }
  });

  it('resumes a paused one: to active where the current secret was proven, else to be verified', async () => {
    const proven = { status: 'paused', secret_version: 3, validated_secret_version: 3 };
    expect(await move(await school.subscription(proven), 'resume')).toBe('active');
    const rotated = { ...proven, validated_secret_version: 2 };
    expect(await move(await school.subscription(rotated), 'resume')).toBe('pending_validation');
    for (const status of ['pending_validation', 'validating', 'active', 'validation_failed']) {
      expect(await move(await school.subscription({ status }), 'resume')).toBe(409);
    }
  });

  it('lets one of fifty concurrent calls pause, and one resume', async () => {
    const id = await school.subscription({ validated_secret_version: 1 });
    for (const command of ['pause', 'resume']) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => move(id, command)));
      expect(answers.filter((answer) => answer !== 409)).toHaveLength(1);
    }
    expect((await school.trail()).events.map(({ name }) => name)).toEqual([
      'webhook_subscription.paused',
      'webhook_subscription.resumed',
    ]);
  });

  it('verifies again from any status', async () => {
    for (const status of ['pending_validation', 'validating', 'active', 'paused', 'validation_failed']) {
      expect(await move(await school.subscription({ status }), 'verify')).toBe('pending_validation');
    }
  });
});

describe('deleting a subscription', () => {
  it('answers with it, ends what waited, and it is gone from everywhere', async () => {
    const id = await school.subscription();
    const delivery = await school.delivery(id);
    const { client } = school.owner;
    const key = randomUUID();
    const deleted = await client.delete(`/webhook-subscriptions/${id}`, { idempotencyKey: key });
    expect([deleted.status, deleted.body.data.id, deleted.body.data.status]).toEqual([200, id, 'active']);
    const path = `/webhook-subscriptions/${id}`;
    for (const response of [
      await client.get(path),
      await client.get(`${path}/deliveries`),
      await client.patch(path, {}),
      await client.delete(path),
      await client.post(`${path}/verify`),
      await client.post(`${path}/rotate-secret`, { secret: SECRET }),
      await client.post(`/webhook-deliveries/${delivery}/redeliver`),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await client.get('/webhook-subscriptions')).body.data.items).toEqual([]);
    const { rows } = await school.rows(
      `select d.status, length(s.secret_ciphertext) as secret from webhook_deliveries d
       join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
       where d.organization_id = $1`,
    );
    expect(rows).toEqual([{ status: 'failed', secret: 0 }]);
    const replay = await client.delete(path, { idempotencyKey: key });
    expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, deleted.body.data]);
  });
});
