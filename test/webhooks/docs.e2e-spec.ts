import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { createReceiver } from './receiver-from-docs.js';
import { app, school, setUp } from './set-up.js';
import { createGroup, eventIds, readSubscription, subscribe, workerOf } from './subscribing.js';

/** The secret of a subscription, and the one that follows it. */
const SECRETS = [
  ['a-secret-of-at-least-16', `whsec_${Buffer.alloc(32, 9).toString('base64')}`],
  // No proper base64: taken as they are, prefix included.
  ['whsec_is-not-base64-at-all', 'whsec_QUJDREVGR0g=='],
  ['whsec_QUJDREVGR0g', 'whsec_é-and-other-characters'],
] as const;

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/webhooks.md', root), 'utf8');
const blockOf = (language: string): string => page.split(`\`\`\`${language}\n`)[1].split('```')[0];
const python = spawnSync('python3', ['--version']).status === 0;

setUp();

/** What every receiver on the page must do: be verified, get events, and lose none over a rotation. */
async function follow(
  port: number,
  [secret, next]: (typeof SECRETS)[number],
  received: () => { id: string }[],
): Promise<void> {
  const id = await subscribe(school, { url: `http://127.0.0.1:${port}/hook`, secret });
  await workerOf(app).runOnce();
  expect((await readSubscription(school, id)).status).toBe('active');
  await createGroup(school, 'Level one');
  await workerOf(app).runOnce();
  const rotated = await school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, { secret: next });
  expect(rotated.body.data).toMatchObject({ status: 'pending_validation' });
  await createGroup(school, 'Niveau deux: é');
  await workerOf(app).runOnce();
  expect((await readSubscription(school, id)).status).toBe('active');
  const committed = await eventIds(school);
  expect(committed).toHaveLength(2);
  await until(() => received().length === 2);
  expect(
    received()
      .map((message) => message.id)
      .sort(),
  ).toEqual(committed);
}

describe('the page for receivers', () => {
  it('shows the TypeScript that is run here', () => {
    const file = readFileSync(new URL('test/webhooks/receiver-from-docs.ts', root), 'utf8');
    expect(blockOf('ts')).toBe(file);
  });

  it.each(SECRETS)(
    'has a TypeScript receiver that gets verified, gets events, and loses none over a rotation: %s, %s',
    async (...secrets) => {
      const received: { id: string }[] = [];
      const server = createReceiver([...secrets], (message) => {
        received.push(message);
        return Promise.resolve();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        await follow((server.address() as AddressInfo).port, secrets, () => received);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );

  it.each(SECRETS)('has a Python receiver that does the same: %s, %s', async (...secrets) => {
    if (!python) return void process.stderr.write('python3 is not installed: the Python receiver was not run.\n');
    const env = { ...process.env, SECRETS: secrets.join(' '), PORT: '0' };
    const child = spawn('python3', ['-c', blockOf('python')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: Record<string, unknown>[] = [];
    createInterface(child.stdout).on('line', (line) => void lines.push(JSON.parse(line) as Record<string, unknown>));
    try {
      await until(() => lines.length > 0);
      await follow(lines[0].port as number, secrets, () => lines.slice(1) as { id: string }[]);
    } finally {
      child.kill();
    }
  });
});
