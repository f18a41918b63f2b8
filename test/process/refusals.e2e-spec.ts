import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { withDatabase } from '../support/database-server.js';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { CLOSED_PORT, shownKeys, withoutWarnings, Workplace, type Environment } from '../support/service-process.js';

const SECRET_KEYS = randomBytes(32).toString('base64');
const place = new Workplace();
let database: ExternalDatabase;
let taken: Server;

beforeAll(async () => {
  database = await makeExternalDatabase();
  await place.prepare('demo');
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});

afterAll(async () => {
  taken.close();
  await place.clear();
  await database.drop();
});

describe('the service refuses with one line', () => {
  it('a port that is taken', async () => {
    const { port } = taken.address() as AddressInfo;
    await expectRefusal({ PORT: String(port) }, `Port ${port} is taken. Set PORT to another one.`);
  });

  it('a data directory that it cannot write', async () => {
    const file = join(place.folder, 'a file');
    writeFileSync(file, '');
    await expectRefusal({ DATA_DIR: join(file, 'data') }, /^Cannot write to the data directory .*: ENOTDIR\.$/);
    const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: join(file, 'data') };
    await expectRefusal(settings, /^Cannot read or make .*secret\.key: ENOTDIR\.$/);
  });

  it('a secret key that is cut short', async () => {
    const dataDir = join(place.folder, 'cut');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secret.key'), 'c2hvcnQ=\n');
    const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir };
    await expectRefusal(settings, /secret\.key does not hold a base64 key of 32 bytes\.$/);
  });

  it('a database that does not answer, another password, and a database that is not there', async () => {
    const nobody = `postgresql://service:secret@127.0.0.1:${CLOSED_PORT}/delivery`;
    const wrong = new URL(database.serviceUrl);
    wrong.password = 'not-the-password';
    const missing = withDatabase(database.serviceUrl, 'no_such_database');
    await Promise.all([
      expectRefusal({ DATABASE_URL: nobody }, /^The database can't be reached: connect ECONNREFUSED /),
      expectRefusal({ DATABASE_URL: wrong.href }, /can't be reached: password authentication failed for user/),
      expectRefusal({ DATABASE_URL: missing }, /can't be reached: database "no_such_database" does not exist$/),
    ]);
  });

  it('in production a superuser, before it touches the schema, secret keys that are not set, and secrets sent in the clear', async () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: database.adminUrl };
    const inTheClear = { ...production, SECRET_KEYS, STRIPE_API_HOST: 'http://127.0.0.1:4242' };
    await Promise.all([
      expectRefusal({ ...production, SECRET_KEYS }, /^DATABASE_URL names a superuser or a role with BYPASSRLS/),
      expectRefusal(production, 'Configuration: SECRET_KEYS must be set with DATABASE_URL'),
      expectRefusal(inTheClear, 'Configuration: STRIPE_API_HOST must be an https URL with NODE_ENV=production'),
    ]);
  });

  it('a role that may not migrate', async () => {
    const settings = { DATABASE_URL: database.serviceUrl };
    await expectRefusal(settings, /^The schema can't be migrated: permission denied .* must name its owner\.$/);
  });

  it('invalid settings, each by its name, wherever in the program they are declared', async () => {
    const settings = {
      NODE_ENV: 'prod',
      ROLE: 'both',
      PROCESSES: '0',
      PORT: '70000',
      DATABASE_URL: 'mysql://localhost/delivery',
      MIGRATION_DATABASE_URL: 'localhost',
      DATABASE_POOL_SIZE: '0',
      DATABASE_STATEMENTS: 'none',
      DEMO_DATA: 'perhaps',
      SECRET_KEYS: 'short',
      LOG_LEVEL: 'loud',
      LOCK_TIMEOUT_MS: '99',
      OVERLOAD_WAIT_MS: '0',
      MAX_CONNECTIONS: '1',
      MCP_ALLOWED_ORIGINS: 'https://agents.example.com/path',
      METRICS_ADDRESS: '9464',
      METRICS_TOKEN: 'short',
      IDEMPOTENCY_RETENTION_DAYS: '-1',
      REVIEW_DUE_HOURS: '1.5',
      SHUTDOWN_DELAY_MS: 'soon',
      STRIPE_API_HOST: 'api.stripe.com',
      WEBHOOK_TIMEOUT_MS: '99',
      WEBHOOK_ALLOWED_RANGES: 'yes',
    };
    const line = await expectRefusal(settings, /^Configuration: ([A-Z_]+ must [^;]+(; |$))+$/);
    for (const name of Object.keys(settings)) expect(line).toMatch(new RegExp(`[ ;]${name} must `));
  });

  it('one connection, for a process with a worker', async () => {
    const problem = 'must be at least 2, except with ROLE=api: an export takes two';
    const refused = ['worker', 'all'].map((ROLE) =>
      expectRefusal({ DATABASE_POOL_SIZE: '1', ROLE }, `Configuration: DATABASE_POOL_SIZE ${problem}`),
    );
    await Promise.all(refused);
  });

  it('a name that resembles the name of a setting, and which one was meant', async () => {
    await expectRefusal(
      { RATE_LIMIT_PER_MINUT: '60' },
      /^Configuration: RATE_LIMIT_PER_MINUT is not a setting; did you mean RATE_LIMIT_PER_MINUTE\?$/,
    );
  });

  it('a password that is not percent-encoded, without repeating it', async () => {
    const DATABASE_URL = 'postgresql://user:pass/word@localhost/delivery';
    await expectRefusal({ DATABASE_URL }, /^Configuration: DATABASE_URL must (?!.*pass\/word)/);
  });
});

it('the service refuses with one line a database that a newer or another version migrated', async () => {
  const settings = { DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  await place.finish('cli', ['migrate'], settings);
  const rows = new pg.Client(database.ownerUrl);
  await rows.connect();
  await rows.query(`insert into migrations (timestamp, name) values (1999999999999, 'Rooms1999999999999')`);
  await expectRefusal(settings, /^The database has a migration that this program does not know: Rooms1999999999999\./);
  await rows.query(`delete from migrations where name = 'Rooms1999999999999'`);
  const { rows: changed } = await rows.query<{ name: string; checksum: string }>(
    `update migrations m set checksum = 'other' from migrations old where old.id = m.id
     returning m.name, old.checksum`,
  );
  await expectRefusal(
    settings,
    `The database was migrated with another version of ${changed
      .map(({ name }) => name)
      .sort((a, b) => a.slice(-13).localeCompare(b.slice(-13)))
      .join(', ')}. Applied migrations must not be edited.`,
  );
  for (const { name, checksum } of changed) {
    await rows.query('update migrations set checksum = $2 where name = $1', [name, checksum]);
  }
  await rows.end();
});

it('the service runs on a database of its user, without a demo school unless one is wanted', async () => {
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: database.serviceUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    SECRET_KEYS,
  };
  const service = await place.serve(settings);
  expect(service.stdout()).toContain('node dist/service/cli.js organization create');
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  expect(service.stdout()).toContain('NODE_ENV=production: there is no demo organization.');
  await expectRefusal(
    { ...settings, DEMO_DATA: 'true' },
    'Configuration: DEMO_DATA must not be true with NODE_ENV=production',
  );
  const load = await place.finish('cli', ['demo', 'load'], settings);
  expect([load.code, load.stderr]).toEqual([
    1,
    'Configuration: the demo organization cannot be loaded with NODE_ENV=production\n',
  ]);
  const withDemo = await place.serve({ ...settings, NODE_ENV: 'test', DEMO_DATA: 'true' });
  expect(withDemo.stdout()).toContain('The keys of the demo organization (the console offers them, too):');
  const [owner, ...others] = shownKeys(withDemo.stdout());
  await expectRefusal(
    settings,
    /^Configuration: the database holds the demo organization, whose API keys were printed/,
  );
  await revokeAll(withDemo.url, owner);
  const inProduction = await place.serve(settings);
  for (const key of [owner, ...others]) {
    const { status } = await fetch(`${inProduction.url}/api/v1/members`, { headers: { 'x-api-key': key } });
    expect(status).toBe(401);
  }
});

/** Revokes every API key of the caller's organization, the caller's last. */
async function revokeAll(url: string, key: string): Promise<void> {
  const headers = { 'x-api-key': key };
  const listed = await fetch(`${url}/api/v1/api-keys?limit=100`, { headers });
  const { items } = ((await listed.json()) as { data: { items: { id: string; prefix: string }[] } }).data;
  items.sort((a, b) => Number(key.startsWith(a.prefix)) - Number(key.startsWith(b.prefix)));
  for (const { id } of items) {
    const revoked = await fetch(`${url}/api/v1/api-keys/${id}/revoke`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': id },
    });
    expect(revoked.status).toBe(200);
  }
}

/** One line on standard error, nothing on standard output, exit code 1, no process left. Returns the line. */
async function expectRefusal(env: Environment, line: string | RegExp): Promise<string> {
  const { code, stdout, stderr } = await place.finish('main', [], env);
  const said = withoutWarnings(stderr).split('\n');
  expect(said).toEqual([typeof line === 'string' ? line : expect.stringMatching(line), '']);
  expect([code, stdout, place.processes()]).toEqual([1, '', []]);
  return said[0];
}
