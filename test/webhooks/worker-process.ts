import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { announced, withDatabase } from '../support/database-server.js';
import { program, ready, watched } from '../support/service-process.js';
import { SECRET_KEY, type TestApp } from '../support/test-app.js';

/** The service as a process of its own that only delivers, on a test app's database. */
export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts one and waits until it is ready. */
  static async start(app: TestApp): Promise<WorkerProcess> {
    const database = new URL(app.databaseUrl).pathname.slice(1);
    const child = spawn(process.execPath, [program('main')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NODE_ENV: 'test',
        ROLE: 'worker',
        PORT: '0',
        HOST: '127.0.0.1',
        ...announced().settings,
        DATABASE_URL: app.databaseUrl,
        MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
        SECRET_KEYS: SECRET_KEY.toString('base64'),
        WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { url } = await ready(watched(child));
    return new WorkerProcess(child, url);
  }

  /** kill -9: whatever it was doing is left as it is. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Stops as a deployment would; answers the exit code. */
  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }
}
