import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { locateBinaries } from '#runtime/embedded-database/binaries.js';
import { startEmbeddedCluster } from '#runtime/embedded-database/cluster.js';
import { connectionUrls, loadCredentials, type ConnectionUrls } from '#runtime/embedded-database/credentials.js';
import { dataDirectory } from '#runtime/embedded-database/data-directory.js';
import { clusterAccount } from '#runtime/embedded-database/os-account.js';
import { findReadyPostmaster } from '#runtime/embedded-database/postmaster.js';
import { hasEnded } from '#runtime/embedded-database/running-process.js';
import { startServer } from '#runtime/embedded-database/supervised-server.js';
import { copyCluster } from './base-backup.js';
import { until } from './until.js';

/** The same for both: a standby refuses to start with fewer connections than its primary. */
const OPTIONS = { durable: true, maxConnections: 200 };

/** A PostgreSQL server of a test's own that can have standbys. */
export interface Server extends ConnectionUrls {
  dataDir: string;
  port: number;
  /** Stops all of its processes with SIGSTOP: it keeps its connections and no longer answers. Only `kill` ends it. */
  freeze(): void;
  /** Ends the server with SIGKILL. It does not come back. */
  kill(): Promise<void>;
  /** Stops the server, if it runs, and removes its data. */
  stop(): Promise<void>;
}

/** What a standby needs of the server that it follows. */
type Upstream = Omit<Server, 'freeze' | 'kill' | 'stop'>;

/** A hot standby. It refuses writes until it is promoted, and can then have standbys itself. */
export interface Standby extends Server {
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** From here on, reads see no newer commit. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Streams from another server from here on, or from none. */
  follow(primary: Upstream | undefined): Promise<void>;
  /** Waits until the standby has replayed all that its primary has committed by now. */
  caughtUp(): Promise<void>;
}

export async function startPrimary(): Promise<Server> {
  const dataDir = makeDataDir('primary');
  const cluster = await startEmbeddedCluster({ dataDir, ...OPTIONS });
  const stop = (): Promise<void> => cluster.stop().then(() => remove(dataDir));
  return { ...cluster, dataDir, freeze: () => freeze(dataDir), kill: () => kill(dataDir), stop };
}

/**
 * Copies the primary and starts a standby that streams from it. `synchronous`: from here on the primary's commits wait
 * until the standby has written them to disk.
 */
export async function startStandby(primary: Upstream, { synchronous = false } = {}): Promise<Standby> {
  const name = `standby_${randomBytes(4).toString('hex')}`;
  const directory = dataDirectory(makeDataDir('standby'));
  copyFileSync(join(primary.dataDir, 'credentials.json'), directory.credentials);
  await run(primary.adminUrl, `select pg_create_physical_replication_slot('${name}', true)`);
  await copyCluster(primary.adminUrl, dataDirectory(primary.dataDir).cluster, directory.cluster);
  followPrimary(directory.cluster, primary, name);
  const account = clusterAccount(directory.cluster);
  const server = await startServer({ directory, binaries: locateBinaries(), account, options: OPTIONS });
  const urls = connectionUrls(loadCredentials(directory), server.port);
  const isStreaming = `select from pg_stat_replication where application_name = '${name}' and state = 'streaming'`;
  await until(async () => (await query(primary.adminUrl, isStreaming)).length > 0, { what: 'the standby streams' });
  if (synchronous) await waitForStandby(primary.adminUrl, name);
  let upstream = primary;
  return {
    ...urls,
    dataDir: directory.root,
    port: server.port,
    freeze: () => freeze(directory.root),
    kill: () => kill(directory.root),
    stop: () => server.stop().then(() => remove(directory.root)),
    promote: () => run(urls.adminUrl, 'select pg_promote(true, 60)'),
    pauseReplay: () => pauseReplay(urls.adminUrl),
    resumeReplay: () => run(urls.adminUrl, 'select pg_wal_replay_resume()'),
    follow: async (followed) => {
      upstream = followed ?? upstream;
      await follow(urls.adminUrl, followed, name);
    },
    caughtUp: () => caughtUp(upstream.adminUrl, urls.adminUrl),
  };
}

/** Runs a statement on a connection of its own. */
export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  // The server may be killed.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function run(url: string, text: string): Promise<void> {
  await query(url, text);
}

function conninfoOf({ adminUrl, port }: Upstream, name: string): string {
  const { username, password } = new URL(adminUrl);
  return `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`;
}

function followPrimary(cluster: string, primary: Upstream, name: string): void {
  // Replaces what ALTER SYSTEM set on the primary, such as its own standbys.
  writeFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfoOf(primary, name)}'\nprimary_slot_name = '${name}'\n`,
    { mode: 0o600 },
  );
  writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o600 });
}

async function waitForStandby(adminUrl: string, name: string): Promise<void> {
  await run(adminUrl, `alter system set synchronous_standby_names = '${name}'`);
  await run(adminUrl, 'select pg_reload_conf()');
  const isSynchronous = `select from pg_stat_replication where application_name = '${name}' and sync_state = 'sync'`;
  await until(async () => (await query(adminUrl, isSynchronous)).length > 0, { what: 'the standby is synchronous' });
}

async function follow(adminUrl: string, primary: Upstream | undefined, name: string): Promise<void> {
  await run(adminUrl, `alter system set primary_slot_name = ''`);
  await run(adminUrl, `alter system set primary_conninfo = '${primary ? conninfoOf(primary, name) : ''}'`);
  await run(adminUrl, 'select pg_reload_conf()');
  const isDone = `select where ${primary ? '' : 'not '}exists (select from pg_stat_wal_receiver where status = 'streaming')`;
  await until(async () => (await query(adminUrl, isDone)).length > 0, { what: 'the standby follows' });
}

async function pauseReplay(adminUrl: string): Promise<void> {
  await run(adminUrl, 'select pg_wal_replay_pause()');
  const isPaused = `select where pg_get_wal_replay_pause_state() = 'paused'`;
  await until(async () => (await query(adminUrl, isPaused)).length > 0, { what: 'replay is paused' });
}

async function caughtUp(primaryUrl: string, standbyUrl: string): Promise<void> {
  const [{ lsn }] = await query<{ lsn: string }>(primaryUrl, 'select pg_current_wal_lsn() as lsn');
  const hasReplayed = `select where pg_last_wal_replay_lsn() >= '${lsn}'`;
  await until(async () => (await query(standbyUrl, hasReplayed)).length > 0, { what: 'the standby has caught up' });
}

function freeze(dataDir: string): void {
  const { postmaster } = processesOf(dataDir);
  process.kill(postmaster, 'SIGSTOP');
  // Now it starts no others.
  for (const pid of processesOf(dataDir).others) process.kill(pid, 'SIGSTOP');
}

/** The supervisor goes first: it would start the server again. A frozen server leaves its other processes behind. */
async function kill(dataDir: string): Promise<void> {
  const { supervisor, postmaster, others } = processesOf(dataDir);
  for (const pid of [supervisor, postmaster]) process.kill(pid, 'SIGKILL');
  for (const pid of others) endNow(pid);
  await hasEnded(postmaster, 10_000);
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with the postmaster.
  }
}

function processesOf(dataDir: string): { supervisor: number; postmaster: number; others: number[] } {
  const found = findReadyPostmaster(dataDirectory(dataDir).cluster);
  if (!found) throw new Error(`no server runs in ${dataDir}`);
  const ps = (...args: string[]): number[] =>
    execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
  const [supervisor] = ps('-o', 'ppid=', '-p', String(found.pid));
  return { supervisor, postmaster: found.pid, others: ps('-o', 'pid=', '--ppid', String(found.pid)) };
}

function makeDataDir(role: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `delivery-${role}-`));
  // As root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(dataDir, 0o755);
  return dataDir;
}

function remove(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}
