import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionOptions } from '../../src/kernel/persistence/data-source.js';
import { parseDatabaseUrl } from '../../src/kernel/persistence/database-url.js';
import { HostSearch } from '../../src/kernel/persistence/host-search.js';
import { CLOSED_PORT, Workplace } from '../support/service-process.js';
import { query, startPrimary, startStandby, type Server, type Standby } from '../support/standby.js';
import { until } from '../support/until.js';

const DOWN = { port: Number(CLOSED_PORT) };

let primary: Server;
let standby: Standby;
let silent: TcpServer;
const silenced: Socket[] = [];
let pool: pg.Pool | undefined;

beforeAll(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary, { synchronous: true });
  silent = createServer((socket) => silenced.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});

afterEach(async () => {
  await pool?.end();
  pool = undefined;
});

afterAll(async () => {
  for (const socket of silenced) socket.destroy();
  silent.close();
  await standby.stop();
  await primary.stop();
});

/** The URL of the service's role with these servers as hosts. */
function urlOf(url: string, hosts: { port: number }[], parameters: string): string {
  return `${url.replace(/127\.0\.0\.1:\d+/, hosts.map(({ port }) => `127.0.0.1:${port}`).join(','))}?${parameters}`;
}

/** The port of the server that a new connection of the service's pool leads to. */
async function connectedTo(hosts: { port: number }[], parameters: string): Promise<number> {
  const address = parseDatabaseUrl(urlOf(primary.serviceUrl, hosts, parameters));
  pool = new pg.Pool({ connectionString: address.hosts[0].url, ...connectionOptions(address) });
  const { rows } = await pool.query<{ port: number }>('select inet_server_port() as port');
  return rows[0].port;
}

function searchOf(hosts: { port: number }[], hostTimeoutMs: number): HostSearch {
  return new HostSearch(parseDatabaseUrl(urlOf(primary.serviceUrl, hosts, '')).hosts, 'read-write', hostTimeoutMs);
}

describe('a connection leads to the first host that', () => {
  it('accepts writes', async () => {
    expect(await connectedTo([DOWN, standby, primary], '')).toBe(primary.port);
    await pool?.end();
    expect(await connectedTo([DOWN, standby, primary], 'target_session_attrs=read-write')).toBe(primary.port);
  });

  it('is up, or is a primary, where the URL says so', async () => {
    expect(await connectedTo([DOWN, standby, primary], 'target_session_attrs=any')).toBe(standby.port);
    await pool?.end();
    expect(await connectedTo([standby, primary], 'target_session_attrs=primary')).toBe(primary.port);
  });

  it('answers in time; one that did not is tried last for a while', async () => {
    const { port } = silent.address() as AddressInfo;
    const parameters = 'target_session_attrs=read-write&connect_timeout=4';
    expect(await connectedTo([{ port }, primary], parameters)).toBe(primary.port);
    expect(silenced).toHaveLength(1);
    const second = await pool?.connect();
    const third = await pool?.connect();
    for (const client of [second, third]) client?.release();
    expect(silenced).toHaveLength(1);
  });

  it.each([
    ['nearly all of its time is not tried again', 1_900, 2_000, 1],
    ['less is tried again', 4_000, 10_000, 2],
  ])('answers; one that failed after %s', async (_, afterMs, hostMs, attempts) => {
    let tried = 0;
    const failing = createServer((socket) => {
      tried += 1;
      setTimeout(() => socket.destroy(), afterMs);
    }).listen(0, '127.0.0.1');
    await once(failing, 'listening');
    const search = searchOf([failing.address() as AddressInfo, primary], hostMs);
    for (let count = 0; count < 2; count += 1) expect((await search.find()).port).toBe(primary.port);
    expect(tried).toBe(attempts);
    failing.close();
  });
});

describe('a connection fails', () => {
  it('with the reason of each host, where none can be used', async () => {
    const failing = connectedTo([DOWN, standby], '');
    await expect(failing).rejects.toMatchObject({
      code: '08001',
      message: expect.stringMatching(/^127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*; .* accepts no writes$/),
    });
  });

  it('at once with an error that no other host would answer differently', async () => {
    const address = parseDatabaseUrl(
      urlOf(primary.serviceUrl, [primary, standby], '').replace(/:[^:@/]+@/, ':not-the-password@'),
    );
    pool = new pg.Pool({ connectionString: address.hosts[0].url, ...connectionOptions(address) });
    await expect(pool.connect()).rejects.toMatchObject({ code: '28P01' });
  });
});

describe('a service whose URL names a primary and its standby', () => {
  const place = new Workplace();

  afterAll(() => place.clear());

  it('migrates, serves, and finds the standby that takes over, without a restart and without a 500', async () => {
    const ownerUrl = urlOf(primary.ownerUrl, [standby, primary], '');
    const serviceUrl = urlOf(primary.serviceUrl, [standby, primary], '');
    const settings = { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: ownerUrl };
    const migrated = await place.finish('cli', ['migrate'], settings);
    expect([migrated.code, migrated.stdout]).toEqual([0, 'The schema is up to date.\n']);
    const create = ['organization', 'create', '--name', 'School', '--owner-email', 'owner@example.com', '--json'];
    const { apiKey } = JSON.parse((await place.finish('cli', create, settings)).stdout) as { apiKey: string };
    const { url, child, stderr } = await place.serve(settings);
    const statuses: number[] = [];
    const write = async (key: string): Promise<boolean> => {
      const response = await fetch(`${url}/api/v1/groups`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': key },
        body: JSON.stringify({ name: key, type: 'level', scope: 'organization' }),
      }).catch((error: unknown) => {
        throw new Error(`no answer to ${key}; exit code ${child.exitCode}; the service wrote: ${stderr()}`, {
          cause: error,
        });
      });
      statuses.push(response.status);
      return response.ok;
    };
    expect(await write('before')).toBe(true);
    await primary.kill();
    expect(await write('meanwhile')).toBe(false);
    await standby.promote();
    await until(() => write('meanwhile'));
    expect(await write('afterwards')).toBe(true);
    expect([...new Set(statuses)].sort()).toEqual([201, 503]);
    const kept = await query(standby.adminUrl, 'select name from groups order by created_at');
    expect(kept).toEqual([{ name: 'before' }, { name: 'meanwhile' }, { name: 'afterwards' }]);
  });
});
