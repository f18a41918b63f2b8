import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import setUp from '../support/global-setup.js';
import tearDown from '../support/global-teardown.js';
import { startTestApp } from '../support/test-app.js';
import { ApiDocument } from './api-document.js';
import { Campaign } from './campaign.js';
import { agentDoor, restDoor, type Door } from './door.js';

const LIMIT_PER_OPERATION_MS = 120_000;
const DOORS: [string, Door][] = [
  ['over REST', restDoor],
  ['as a tool of the agent door', agentDoor],
];

/** `npm run fuzz [-- --requests 20000] [--seed N] [OPERATION …]`: fails with the smallest request that breaks the rules. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const document = new ApiDocument();
  const operations = document.operations.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  const requests = Math.ceil(Number(values.requests) / operations.length);
  if (!Number.isInteger(seed) || !(requests >= 1)) throw new Error('--seed and --requests take whole numbers');
  say(`seed ${seed}: ${requests} requests to each of ${operations.length} operations`);

  await setUp();
  const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '0', ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0' });
  const started = Date.now();
  const failed: string[] = [];
  try {
    for (const [name, door] of DOORS) {
      const campaign = await Campaign.open(app, document, { seed, requests, limitMs: LIMIT_PER_OPERATION_MS }, door);
      for (const operation of operations.filter(door.leadsTo)) {
        const before = campaign.tally.requests;
        await campaign.fuzz(operation).catch((error: unknown) => {
          failed.push(`${operation.name} ${name}`);
          say(`${operation.name} ${name} FAILED: ${error instanceof Error ? error.message : String(error)}`);
        });
        const sent = campaign.tally.requests - before;
        say(
          `${operation.name} ${name}: ${sent} requests, ${campaign.tally.timesOf(operation.name)} of them carried out`,
        );
      }
      say(`${name}: ${campaign.tally.toString()}`);
    }
  } finally {
    await app.close();
    await tearDown();
  }
  say(`${Math.round((Date.now() - started) / 1000)} s, seed ${seed}`);
  if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
