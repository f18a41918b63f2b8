import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  EmbeddedDatabaseError,
  findRunningCluster,
  startEmbeddedCluster,
  type EmbeddedCluster,
} from '#runtime/embedded-database/cluster.js';
import { hasEnded, processStart } from '#runtime/embedded-database/running-process.js';
import { until } from '../support/until.js';

const MODULE = new URL('../../src/runtime/embedded-database/cluster.js', import.meta.url).href;

/** A process of its own that starts the cluster, tells its addresses and then lives until it is killed. */
const SERVICE = `
  const { startEmbeddedCluster } = await import(${JSON.stringify(MODULE)});
  try {
    console.log(JSON.stringify(await startEmbeddedCluster({ dataDir: process.argv[1], durable: false })));
    setInterval(() => undefined, 1_000_000);
  } catch (error) {
    console.error(error.name + ': ' + error.message);
    process.exitCode = 1;
  }`;

let parent: string;
let dataDir: string;
let running: EmbeddedCluster | undefined;
const services: ChildProcess[] = [];

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'embedded-database-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'data');
});

afterEach(async () => {
  for (const service of services.splice(0)) service.kill('SIGKILL');
  await running?.stop();
  running = undefined;
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('a start', () => {
  it('makes the cluster in UTF-8 under scram, on loopback alone, and keeps its passwords to its owner', async () => {
    const { adminUrl } = await start();
    const [settings] = await query(
      adminUrl,
      `select current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as socket,
              current_setting('server_encoding') as encoding, current_setting('jit') as jit, datlocprovider, datlocale
         from pg_database where datname = 'delivery'`,
    );
    expect(settings).toEqual({
      address: '127.0.0.1',
      socket: '',
      encoding: 'UTF8',
      jit: 'off',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
    });
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    await expect(query(adminUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps what an earlier run stored', async () => {
    await query((await start()).ownerUrl, 'create table kept as select 42 as answer');
    await running?.stop();
    expect(await query((await start()).ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('ignores the postmaster.pid and the lock of processes that are gone or are something else', async () => {
    writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${process.pid}\n${dataDir}/pg\n1\n5432\n\n\n\nready\n`);
    writeFileSync(join(dataDir, 'service.lock'), '');
    expect(await query((await start()).serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says in one line why the data directory cannot be written', async () => {
    const below = join(parent, 'a file');
    writeFileSync(below, '');
    const refused = startEmbeddedCluster({ dataDir: join(below, 'data') });
    await expect(refused).rejects.toThrow(/^Cannot write to the data directory [^\n]+: ENOTDIR\.$/);
    await expect(refused).rejects.toBeInstanceOf(EmbeddedDatabaseError);
  });
});

describe('the roles', () => {
  it("have the server give up what the service has given up, and let go of a silent process's locks", async () => {
    const limits = `select current_setting('statement_timeout') as statement,
                           current_setting('idle_in_transaction_session_timeout') as idle`;
    const { adminUrl, serviceUrl, ownerUrl } = await start();
    expect(await query(serviceUrl, limits)).toEqual([{ statement: '35s', idle: '1min' }]);
    expect(await query(ownerUrl, limits)).toEqual([{ statement: '0', idle: '0' }]);
    await query(adminUrl, 'alter role delivery_service reset all');
    await running?.stop();
    expect(await query((await start()).serviceUrl, limits)).toEqual([{ statement: '35s', idle: '1min' }]);
  });

  it('lets the owner make tables and the service none', async () => {
    const { ownerUrl, serviceUrl } = await start();
    await query(ownerUrl, 'create table owned (id int)');
    for (const statement of ['create table t (id int)', 'create temp table t (id int)', 'create schema s']) {
      await expect(query(serviceUrl, statement)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(query(serviceUrl, 'drop table owned')).rejects.toMatchObject({ code: '42501' });
  });

  it('takes back powers that a role was given between two starts', async () => {
    const { adminUrl } = await start();
    await query(adminUrl, 'alter role delivery_service superuser bypassrls');
    await running?.stop();
    const roles = await query(
      (await start()).adminUrl,
      `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname like 'delivery%' order by 1`,
    );
    const powerless = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false };
    expect(roles).toEqual(['delivery_owner', 'delivery_service'].map((rolname) => ({ rolname, ...powerless })));
  });
});

describe('a service that is killed', () => {
  it('leaves no server behind, and the next start opens the cluster', async () => {
    const service = await startService();
    const postmaster = postmasterPid();
    const supervisor = parentPid(postmaster);
    await kill(service);
    expect(await hasEnded(postmaster, 60_000)).toBe(true);
    expect(await hasEnded(supervisor, 60_000)).toBe(true);
    expect(await findRunningCluster(dataDir)).toBeNull();
    expect(await query((await start()).serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('may be followed at once by the next one', async () => {
    await kill(await startService());
    expect(await query((await start()).serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('together with its supervisor leaves an orphan, which the next start replaces', async () => {
    const service = await startService();
    const orphan = postmasterPid();
    process.kill(parentPid(orphan), 'SIGKILL');
    await kill(service);
    expect(processStart(orphan)).not.toBeNull();
    await start();
    expect(await hasEnded(orphan, 0)).toBe(true);
    expect(postmasterPid()).not.toBe(orphan);
  });

  it('together with supervisor and server, while a query computes, does not block the next start', async () => {
    const service = await startService();
    const { adminUrl } = (await findRunningCluster(dataDir))!;
    const busy = query(adminUrl, 'select count(*) from generate_series(1, 1e9)').catch((error: unknown) => error);
    await delay(200);
    const postmaster = postmasterPid();
    const supervisor = parentPid(postmaster);
    for (const pid of [service.pid!, supervisor, postmaster]) process.kill(pid, 'SIGKILL');
    expect(await query((await start()).serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await busy).toBeInstanceOf(Error);
  });
});

describe('a data directory in use', () => {
  it('is refused to a second service, and the first one lives on', async () => {
    const { serviceUrl } = await start();
    const postmaster = postmasterPid();
    await expect(startService()).rejects.toThrow(
      new RegExp(
        `^EmbeddedDatabaseError: The data directory .* is in use by another running service \\(process ${process.pid}\\)`,
      ),
    );
    expect(postmasterPid()).toBe(postmaster);
    expect(await query(serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is found by a command beside the service, which cannot stop its server', async () => {
    const { port, ownerUrl } = await start();
    const found = await findRunningCluster(dataDir);
    expect(found).toMatchObject({ port, ownerUrl });
    await found?.stop();
    expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('gets its server back when that one dies alone', async () => {
    const { serviceUrl } = await start();
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await until(async () => processStart(killed) === null && (await findRunningCluster(dataDir)) !== null);
    expect(await query(serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

async function start(): Promise<EmbeddedCluster> {
  return (running = await startEmbeddedCluster({ dataDir, durable: false, maxConnections: 20 }));
}

async function startService(): Promise<ChildProcess> {
  const service = spawn(process.execPath, ['--input-type=module', '-e', SERVICE, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  services.push(service);
  const line = (stream: 'stdout' | 'stderr') => once(createInterface(service[stream]), 'line') as Promise<string[]>;
  const failed = line('stderr').then(([message]) => Promise.reject(new Error(message)));
  await Promise.race([line('stdout'), failed]);
  failed.catch(() => undefined);
  return service;
}

async function kill(service: ChildProcess): Promise<void> {
  service.kill('SIGKILL');
  await once(service, 'exit');
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function parentPid(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
