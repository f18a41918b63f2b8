import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedCluster } from '#runtime/embedded-database/cluster.js';
import { Workplace, type Environment, type Run } from '../support/service-process.js';
import { SystemCluster, systemPostgres } from '../support/programs/system-postgres.js';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { LOCAL_RECEIVERS } from '../webhooks/set-up.js';

const places: Workplace[] = [];
const receivers: Receiver[] = [];

afterAll(async () => {
  for (const place of places) await place.clear();
  for (const receiver of receivers) await receiver.close();
});

function workplace(): Workplace {
  const place = new Workplace();
  places.push(place);
  return place;
}

/** What was done before the backup, and what must hold after it was restored. */
class Witness {
  private written = { id: '', key: randomBytes(8).toString('hex') };

  private constructor(
    private readonly owner: string,
    private readonly receiver: Receiver,
  ) {}

  /** A write, and a webhook subscription that has received its event. */
  static async of(service: Run & { url: string }, owner: string): Promise<Witness> {
    const receiver = await Receiver.open();
    receivers.push(receiver);
    const witness = new Witness(owner, receiver);
    const subscription = { name: 'Receiver', endpointUrl: receiver.url, secret: receiver.secret };
    const events = { eventNames: ['group.created'] };
    expect((await witness.post(service, '/webhook-subscriptions', { ...subscription, ...events })).status).toBe(201);
    await until(() => receiver.challenges.length > 0);
    const made = await witness.write(service);
    expect(made).toMatchObject({ status: 201, body: { replayed: false } });
    witness.written.id = made.body.data.id;
    await until(() => receiver.arrivals.length > 0);
    return witness;
  }

  /** The key works, a repeated write is a replay, and an event of a new one arrives, signed with the same secret. */
  async expectAllOf(service: Run & { url: string }): Promise<void> {
    const again = await this.write(service);
    expect(again).toMatchObject({ status: 200, body: { replayed: true, data: { id: this.written.id } } });
    const before = this.receiver.arrivals.length;
    expect((await this.write(service, randomBytes(8).toString('hex'))).status).toBe(201);
    await until(() => this.receiver.arrivals.length > before);
    const latest = this.receiver.arrivals.at(-1);
    expect(latest && this.receiver.isSigned(latest)).toBe(true);
  }

  async isRefusedBy(service: Run & { url: string }): Promise<void> {
    expect((await this.write(service)).status).toBe(401);
    // The log is another pipe than the connection: its line may arrive after the response.
    await until(() => service.stderr().includes('an API key matches under none of SECRET_KEYS'));
  }

  private write(service: { url: string }, key = this.written.key) {
    return this.post(service, '/groups', { name: 'Level one', type: 'level', scope: 'organization' }, key);
  }

  private async post(
    { url }: { url: string },
    path: string,
    body: object,
    key: string = randomBytes(8).toString('hex'),
  ) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': this.owner, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { data: { id: string } } };
  }
}

/** The number of rows of each table. */
async function counts(url: string): Promise<Record<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`,
    );
    const counted: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${name}`);
      counted[name] = rows[0].count;
    }
    return counted;
  } finally {
    await client.end();
  }
}

async function end(service: Run): Promise<void> {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

async function countsAtRest(dataDir: string): Promise<Record<string, number>> {
  const cluster = await startEmbeddedCluster({ dataDir });
  try {
    return await counts(cluster.adminUrl);
  } finally {
    await cluster.stop();
  }
}

describe('a copy of the data directory of a stopped service', () => {
  it('carries on with all rows, keys and signatures; without secret.key, the keys are refused', async () => {
    const place = workplace();
    await place.prepare('demo');
    const first = await place.serve(LOCAL_RECEIVERS);
    const demo = JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')) as { keys: { owner: string } };
    const witness = await Witness.of(first, demo.keys.owner);
    await end(first);
    const copies = [workplace(), workplace()];
    for (const { dataDir } of copies) execFileSync('cp', ['-a', place.dataDir, dataDir]);
    const [copied, original] = await Promise.all([copies[0], place].map(({ dataDir }) => countsAtRest(dataDir)));
    expect(copied).toEqual(original);
    await witness.expectAllOf(await copies[0].serve(LOCAL_RECEIVERS));

    rmSync(join(copies[1].dataDir, 'secret.key'));
    await witness.isRefusedBy(await copies[1].serve());
  });
});

const bin = systemPostgres();

/** Needs the client programs of PostgreSQL, which the npm package does not have. */
(bin === undefined ? describe.skip : describe)('a dump of a database of one’s own', () => {
  const clusters: SystemCluster[] = [];
  afterAll(() => {
    for (const cluster of clusters) cluster.stop();
  });

  /** An empty cluster with the two roles and the database of deploy/roles.sql. */
  function startCluster(): SystemCluster {
    const cluster = SystemCluster.start(bin ?? '');
    clusters.push(cluster);
    const passwords = ['-v', 'owner_password=owner', '-v', 'service_password=service'];
    const options = ['-q', '-v', 'ON_ERROR_STOP=1', ...passwords, '-f', 'deploy/roles.sql'];
    cluster.client('psql', '-d', cluster.url('postgres', 'postgres'), ...options);
    return cluster;
  }

  const settings = (cluster: SystemCluster): Environment => ({
    ...LOCAL_RECEIVERS,
    DATABASE_URL: cluster.url('delivery_service', 'delivery'),
    MIGRATION_DATABASE_URL: cluster.url('delivery_owner', 'delivery'),
    NODE_ENV: 'production',
    SECRET_KEYS,
  });
  const SECRET_KEYS = randomBytes(32).toString('base64');

  it('restored into an empty cluster carries on with all rows, keys and signatures', async () => {
    const place = workplace();
    const [from, to] = [startCluster(), startCluster()];
    const first = await place.serve(settings(from));
    const create = [
      'organization',
      'create',
      '--name',
      'North School',
      '--owner-email',
      'owner@north.example',
      '--json',
    ];
    const made = await place.finish('cli', create, settings(from));
    const { apiKey } = JSON.parse(made.stdout) as { apiKey: string };
    const witness = await Witness.of(first, apiKey);

    // While the service runs.
    const file = join(place.folder, 'delivery.dump');
    const dump = ['--format=custom', `--file=${file}`, `--dbname=${from.url('postgres', 'delivery')}`];
    let atDump = {};
    // The worker may still be recording what it has sent.
    await until(async () => {
      const before = await counts(from.url('postgres', 'delivery'));
      from.client('pg_dump', ...dump);
      atDump = await counts(from.url('postgres', 'delivery'));
      return isDeepStrictEqual(before, atDump);
    });
    await end(first);
    to.client('pg_restore', '--exit-on-error', `--dbname=${to.url('postgres', 'delivery')}`, file);

    expect(await counts(to.url('postgres', 'delivery'))).toEqual(atDump);
    const second = await place.serve(settings(to));
    await witness.expectAllOf(second);
    await end(second);
    const strange = { ...settings(to), SECRET_KEYS: randomBytes(32).toString('base64') };
    await witness.isRefusedBy(await place.serve(strange));
  });
});
