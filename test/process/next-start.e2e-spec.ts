import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findRunningCluster } from '#runtime/embedded-database/cluster.js';
import { shownKeys, withoutWarnings, Workplace } from '../support/service-process.js';
import { until } from '../support/until.js';

const place = new Workplace();

beforeAll(() => place.prepare('demo'));
afterAll(() => place.clear());

describe('a service that is asked to stop', () => {
  it('leaves in its log what was migrated, when it was ready and that it stopped', async () => {
    const own = new Workplace();
    try {
      const lines: Record<string, unknown>[][] = [];
      for (let start = 0; start < 2; start += 1) {
        const service = await own.serve({ DEMO_DATA: 'false' });
        service.child.kill('SIGTERM');
        await service.ended;
        const logged = withoutWarnings(service.stderr()).trim().split('\n');
        lines.push(logged.map((line) => JSON.parse(line) as Record<string, unknown>));
      }
      const [first, second] = lines.map((run) => run.map(({ msg }) => msg));
      expect(first).toEqual(['migrated', 'ready', 'stopping', 'stopped']);
      expect(second).toEqual(['ready', 'stopping', 'stopped']);
      const { migrations } = lines[0][0] as { migrations: string[] };
      expect(migrations[0]).toMatch(/^InitialSchema/);
      expect(lines[0][1]).toMatchObject({ role: 'all', version: expect.any(String), node: process.version });
    } finally {
      await own.clear();
    }
  });
});

describe('a service that is killed', () => {
  it('leaves no PostgreSQL, and the next start has its data', async () => {
    const killed = await place.serve();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await place.isQuiet()).toBe(true);
    const next = await place.serve();
    expect(shownKeys(next.stdout())).toEqual(shownKeys(killed.stdout()));
    next.child.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });

  it('while it loads the demo school is followed by a start that says so and loads it anew', async () => {
    const own = new Workplace();
    try {
      await own.prepare('migrated');
      const killed = own.node('main');
      await until(() => isLoading(own), { everyMs: 1, withinMs: 120_000 });
      // Where the load is broken off before its first row, there is nothing to tell.
      let begun: string[] = [];
      await until(async () => (begun = await organizations(own)).length > 0, { everyMs: 1 });
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect(killed.stdout()).toBe('');
      const next = await own.serve();
      await until(() => next.stderr().includes('An earlier load of the demo organization was interrupted.'));
      expect(shownKeys(next.stdout())).toHaveLength(8);
      const { organizationId } = JSON.parse(recordOf(own)) as { organizationId: string };
      expect((await organizations(own)).sort()).toEqual([...begun, organizationId].sort());
      expect(begun).not.toContain(organizationId);
    } finally {
      await own.clear();
    }
  });
});

async function organizations({ dataDir }: Workplace): Promise<string[]> {
  const cluster = await findRunningCluster(dataDir);
  const client = new pg.Client(cluster?.adminUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organizations');
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

function recordOf({ dataDir }: Workplace): string {
  return readFileSync(join(dataDir, 'demo.json'), 'utf8');
}

function isLoading(of: Workplace): boolean {
  try {
    return recordOf(of).includes('unfinished');
  } catch {
    return false;
  }
}
