import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Fewer than the service's pool, so that some transactions wait. */
const SERVER_CONNECTIONS = 4;
const TRIES = 5;
const START_PATIENCE_MS = 15_000;
/** Debian installs it in /usr/sbin. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;
/** Ends the pooler when its standard input closes. */
const LAUNCH = 'exec 3<&0; (read -r _ <&3; kill -9 $$) & exec pgbouncer -q "$0" 3<&-';

/** pgbouncer in transaction mode on loopback, in front of one server. */
export class Pooler {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** The given URL, through the pooler. */
    readonly url: string,
  ) {}

  /** Its version; null if it is not installed. */
  static version(): string | null {
    try {
      return execFileSync('pgbouncer', ['--version'], { encoding: 'utf8', env: { PATH } }).split('\n')[0];
    } catch {
      return null;
    }
  }

  /** Tries another port if the free one was taken meanwhile. */
  static async start(serverUrl: string): Promise<Pooler> {
    for (let tries = 1; ; tries += 1) {
      const pooler = await Pooler.tryStart(serverUrl, await freePort());
      const problem = await pooler.problem();
      if (problem === null) return pooler;
      const log = readFileSync(join(pooler.folder, 'log'), 'utf8');
      await pooler.stop();
      if (tries === TRIES) throw new Error(`pgbouncer did not start: ${problem}\n${log}`);
    }
  }

  private static async tryStart(serverUrl: string, port: number): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), 'delivery-pooler-'));
    const { username, password, hostname, port: serverPort } = new URL(serverUrl);
    const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
    const files = { ini: join(folder, 'ini'), users: join(folder, 'users'), log: join(folder, 'log') };
    writeFileSync(files.users, `${quoted(username)} ${quoted(password)}\n`, { mode: 0o600 });
    writeFileSync(files.log, '');
    writeFileSync(
      files.ini,
      `[databases]
* = host=${hostname} port=${serverPort || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${files.users}
logfile = ${files.log}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
${knowsNames() ? 'max_prepared_statements = 0' : ''}
`,
    );
    const account = ordinaryAccount();
    if (account) for (const path of [folder, ...Object.values(files)]) chownSync(path, account.uid, account.gid);
    const child = spawn('sh', ['-c', LAUNCH, files.ini], {
      env: { PATH },
      stdio: ['pipe', 'ignore', 'ignore'],
      ...account,
    });
    await once(child, 'spawn');
    const url = new URL(serverUrl);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return new Pooler(child, folder, url.href);
  }

  /** Null once the service's role can connect; else the reason why it cannot. */
  private async problem(): Promise<string | null> {
    const deadline = Date.now() + START_PATIENCE_MS;
    for (;;) {
      const client = new pg.Client(this.url);
      client.on('error', () => undefined);
      const failed = await client.connect().then(
        () => null,
        (error: unknown) => String(error),
      );
      await client.end();
      if (failed === null || !this.running || Date.now() > deadline) return failed;
      await delay(20);
    }
  }

  private get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    const ended = this.running ? once(this.child, 'exit') : undefined;
    this.child.stdin?.destroy();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** From 1.21 it can track prepared statements; disabled, as older versions cannot. */
function knowsNames(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(Pooler.version() ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** pgbouncer refuses to run as root. */
function ordinaryAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
