import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { School } from '../support/school.js';
import { withFaultAt } from '../support/statement-faults.js';
import { useApp } from '../support/use-school.js';

const app = useApp({ settings: { LOG_LEVEL: 'trace' } });

/** Every row of every table as text, binary columns as hexadecimal digits. */
async function allRows(school: School): Promise<string> {
  const { rows: tables } = await school.rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and $1::uuid is not null`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await school.rows<{ row: string }>(
      `select t::text as row from ${name} t where $1::uuid is not null`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** The forms in which a secret could be found again. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

it('no API key and no webhook secret is in a log line, a response or any row', async () => {
  const school = await School.open(app);
  const { client } = school.owner;
  await noteUseOfKey(school);
  const path = `/webhook-subscriptions/${await school.subscription()}/rotate-secret`;
  const secrets = {
    accepted: `accepted-${randomUUID()}`,
    tooLong: `too-long-${randomUUID()}`.padEnd(600, 'x'),
    misplaced: `misplaced-${randomUUID()}`,
    failed: `failed-${randomUUID()}`,
    broken: `broken-${randomUUID()}`,
  };
  const responses = [
    await client.post(path, { secret: secrets.accepted }, { idempotencyKey: 'first' }),
    await client.post(path, { secret: secrets.accepted }, { idempotencyKey: 'first' }),
    await client.post(path, { secret: secrets.tooLong }),
    await client.post(path, { secret: { nested: secrets.misplaced } }),
    await client.post(path, `{"secret": "${secrets.broken}"`),
    await client.get('/audit-entries'),
    await client.get('/events'),
    await new Client(app, client.apiKey?.replace(/.$/, '!') ?? '').get('/events'),
  ];
  for (const n of [2, 4, 6, 8]) {
    responses.push((await withFaultAt(n, 'error', () => client.post(path, { secret: secrets.failed }))).result);
  }
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 500]));

  const rows = await allRows(school);
  const told = responses.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
  const hidden = [...Object.values(secrets), client.apiKey ?? '', (client.apiKey ?? '').slice(4)];
  for (const form of hidden.flatMap(formsOf)) {
    expect(app.logged()).not.toContain(form);
    expect(told).not.toContain(form);
    expect(rows).not.toContain(form);
  }
  expect(rows).toContain('webhook_subscription.secret_rotated');
  expect(app.logged()).toContain(path);
});
