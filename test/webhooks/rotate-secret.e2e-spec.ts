import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '#kernel/secrets';
import { WEBHOOK_STATUSES } from '#contexts/webhooks/subscription/webhook-subscription.entity.js';
import { useSchool } from '../support/use-school.js';

const SECRET = 'a-brand-new-secret-7f3a';
const EMOJI = '\u{1F511}';

interface Stored {
  secret_ciphertext: Buffer;
  secret_version: number;
  status: string;
}

describe('rotating a webhook secret', () => {
  const { app, school } = useSchool();

  const rotate = (id: string, secret: unknown = SECRET, idempotencyKey: string = randomUUID()) =>
    school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, { secret }, { idempotencyKey });

  async function stored(id: string): Promise<Stored> {
    const { rows } = await school.rows<Stored>(
      'select * from webhook_subscriptions where organization_id = $1 and id = $2',
      id,
    );
    return rows[0];
  }

  const opened = (box: Buffer, ...context: string[]) => app.nest.get(SecretBox, { strict: false }).open(box, context);

  it.each(WEBHOOK_STATUSES)('leads from %s to pending_validation', async (status) => {
    const id = await school.subscription({ status });
    const response = await rotate(id);
    expect([response.status, response.body.data.status]).toEqual([200, 'pending_validation']);
    expect(await stored(id)).toMatchObject({ status: 'pending_validation', secret_version: 2 });
  });

  it('answers with the whole subscription: when it was last validated stays, why it failed goes', async () => {
    const lastValidatedAt = '2026-02-03T04:05:06.789Z';
    const id = await school.subscription({
      status: 'validation_failed',
      last_validated_at: lastValidatedAt,
      last_validation_error: 'bad_proof',
    });
    const response = await school.owner.client.post(
      `/webhook-subscriptions/${id}/rotate-secret`,
      { secret: SECRET },
      { headers: { 'X-Correlation-Id': 'rotation' } },
    );
    expect(response.body).toEqual({
      success: true,
      replayed: false,
      correlationId: 'rotation',
      data: {
        id,
        name: 'Student information system',
        endpointUrl: 'https://hooks.example.com/delivery',
        eventNames: ['group.created'],
        status: 'pending_validation',
        lastValidatedAt,
        lastValidationError: null,
        secretConfigured: true,
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
        updatedAt: expect.stringMatching(/\.\d{3}Z$/),
      },
    });
    const { rows } = await school.rows(
      'select last_validated_at, last_validation_error from webhook_subscriptions where organization_id = $1',
    );
    expect(rows).toEqual([{ last_validated_at: new Date(lastValidatedAt), last_validation_error: null }]);
  });

  it.each([
    ['https://user:pass@hooks.example.com/delivery?token=abc#part', 'https://hooks.example.com/delivery'],
    ['https://hooks.example.com:8443/a/b?x=1', 'https://hooks.example.com:8443/a/b'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
  ])('shows the endpoint %s without user info, query and fragment', async (endpointUrl, shown) => {
    const response = await rotate(await school.subscription({ endpoint_url: endpointUrl }));
    expect(response.body.data.endpointUrl).toBe(shown);
  });

  it('is in the audit trail, and is no event', async () => {
    const id = await school.subscription({ status: 'paused' });
    await rotate(id);
    const { audit, events } = await school.trail();
    expect(audit).toMatchObject([
      {
        action: 'webhook_subscription.secret_rotated',
        target_type: 'webhook_subscription',
        target_id: id,
        actor_id: school.owner.accountId,
        changes: {
          status: { from: 'paused', to: 'pending_validation' },
          secret: { from: '[redacted]', to: '[redacted]' },
          secretVersion: { from: 1, to: 2 },
        },
      },
    ]);
    expect(events).toEqual([]);
  });

  describe('keeps the secret', () => {
    it('encrypted, bound to organization and subscription, and counts a version up each time', async () => {
      const [id, sibling] = [await school.subscription(), await school.subscription()];
      const before = await stored(id);
      await rotate(id);
      const after = await stored(id);
      expect(after.secret_ciphertext.equals(before.secret_ciphertext)).toBe(false);
      expect(after.secret_ciphertext.includes(SECRET)).toBe(false);
      expect(opened(after.secret_ciphertext, school.id, id)).toBe(SECRET);
      expect(() => opened(after.secret_ciphertext, school.id, sibling)).toThrow();
      expect(() => opened(after.secret_ciphertext, randomUUID(), id)).toThrow();
      await rotate(id);
      const twice = await stored(id);
      expect([before.secret_version, after.secret_version, twice.secret_version]).toEqual([1, 2, 3]);
      expect(twice.secret_ciphertext.equals(after.secret_ciphertext)).toBe(false);
      expect(opened((await stored(sibling)).secret_ciphertext, school.id, sibling)).toBe('a-first-secret-of-many');
    });

    it('out of answers, logs, audit trail, events and the idempotency key, also when it is refused', async () => {
      const id = await school.subscription();
      const key = randomUUID();
      const refused = `${SECRET}\u0000`;
      const answers = [
        await rotate(id, SECRET, key),
        await rotate(id, SECRET, key),
        await rotate(id, refused),
        await rotate(randomUUID()),
        await school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, `{"secret":"${SECRET}"`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 400, 404, 400]);
      for (const answer of answers) expect(answer.text + JSON.stringify(answer.headers)).not.toContain(SECRET);
      expect(app.logged()).not.toContain(SECRET);
      const { rows: tables } = await school.rows<{ table: string }>(
        `select table_name as table from information_schema.columns
         where table_schema = 'public' and column_name = 'organization_id' and $1::uuid is not null`,
      );
      const hex = Buffer.from(SECRET).toString('hex');
      for (const { table } of tables) {
        const { rows } = await school.rows(`select t::text as row from ${table} t where organization_id = $1`);
        expect([table, JSON.stringify(rows).includes(SECRET), JSON.stringify(rows).includes(hex)]).toEqual([
          table,
          false,
          false,
        ]);
      }
    });

    it.each([
      ['white space around it', `  ${SECRET}\n`],
      ['white space only', ' '.repeat(16)],
      ['characters beyond ASCII', `clé-${EMOJI.repeat(16)}`],
    ])('exactly as it was sent: %s', async (_, secret) => {
      const id = await school.subscription();
      expect((await rotate(id, secret)).status).toBe(200);
      expect(opened((await stored(id)).secret_ciphertext, school.id, id)).toBe(secret);
    });
  });

  it.each([
    ['16 characters', 'x'.repeat(16)],
    ['512 characters', 'x'.repeat(512)],
    ['16 characters of two UTF-16 units', EMOJI.repeat(16)],
    ['512 characters of two UTF-16 units', EMOJI.repeat(512)],
  ])('takes a secret of %s', async (_, secret) => {
    expect((await rotate(await school.subscription(), secret)).status).toBe(200);
  });

  it('does not rotate again when it is replayed, whatever secret the replay brings', async () => {
    const id = await school.subscription();
    const key = randomUUID();
    const first = await rotate(id, SECRET, key);
    await school.rows(`update webhook_subscriptions set status = 'active' where organization_id = $1`);
    const before = await stored(id);
    const same = await rotate(id, SECRET, key);
    const other = await rotate(id, 'quite-another-secret', key);
    expect([same, other].map((response) => [response.status, response.body.replayed as boolean])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect([same.body.data, other.body.data]).toEqual([first.body.data, first.body.data]);
    expect(
      [same, other].map((response) => response.headers['idempotency-body-mismatch'] as string | undefined),
    ).toEqual([undefined, 'true']);
    expect(await stored(id)).toEqual(before);
    expect((await school.trail()).audit).toHaveLength(1);
  });

  it('counts a version for each of many rotations sent at once', async () => {
    const id = await school.subscription();
    const secrets = Array.from({ length: 20 }, (_, n) => `${SECRET}-${n}`);
    const responses = await Promise.all(secrets.map((secret) => rotate(id, secret)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const { secret_version: version, secret_ciphertext: box } = await stored(id);
    expect(version).toBe(21);
    expect(secrets).toContain(opened(box, school.id, id));
  });
});
