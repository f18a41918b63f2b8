import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clusterAccount, launchAs, type OsAccount } from '#runtime/embedded-database/os-account.js';

const PACKAGED = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
const TRIES = 5;

/** The folder of a complete PostgreSQL of this machine, which has what the npm package lacks; undefined where there is none. */
export function systemPostgres(): string | undefined {
  const packaged = existsSync(PACKAGED) ? readdirSync(PACKAGED).map((version) => join(PACKAGED, version, 'bin')) : [];
  const folders = [...packaged.sort().reverse(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name))));
}

/** A cluster of that PostgreSQL on 127.0.0.1, which any role may enter without a password. */
export class SystemCluster {
  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly account: OsAccount | null,
    readonly port: number,
  ) {}

  static start(bin: string): SystemCluster {
    const folder = mkdtempSync(join(tmpdir(), 'delivery-system-'));
    chmodSync(folder, 0o755);
    const data = join(folder, 'data');
    const account = clusterAccount(data);
    mkdirSync(data, { mode: 0o700 });
    if (account) chownSync(data, account.uid, account.gid);
    for (let tries = 1; ; tries += 1) {
      const cluster = new SystemCluster(bin, folder, account, 20_000 + Math.floor(Math.random() * 10_000));
      if (tries === 1) cluster.run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C');
      const options = `-c port=${cluster.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
      const log = join(data, 'server.log');
      // Another program may have the port.
      if (cluster.try('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', log, '-o', options)) return cluster;
      if (tries === TRIES) throw new Error(`PostgreSQL did not start: ${log}`);
    }
  }

  url(role: string, database: string): string {
    return `postgresql://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs a client program of this PostgreSQL and returns its output. */
  client(name: string, ...args: string[]): string {
    return execFileSync(join(this.bin, name), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  stop(): void {
    this.run('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', join(this.folder, 'data'));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(name: string, ...args: string[]): void {
    if (!this.try(name, ...args)) throw new Error(`${name} failed`);
  }

  private try(name: string, ...args: string[]): boolean {
    const launch = launchAs(this.account, join(this.bin, name), args, join(this.folder, 'data'));
    const { command, uid, gid } = launch;
    return spawnSync(command, launch.args, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
  }
}
