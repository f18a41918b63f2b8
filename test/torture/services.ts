import { spawn } from 'node:child_process';
import { program, ready, watched, type Run } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';

const STARTS = 5;

/** Short, so that a held lock is met; longer than PostgreSQL waits before it looks for a deadlock. */
const LOCK_TIMEOUT_MS = '2000';

/** The processes of the service, each of which serves requests and delivers webhooks. */
export class Services {
  private readonly runs: ((Run & { url: string }) | null)[];
  private readonly stderrs: string[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly ownerUrl: string,
    count: number,
  ) {
    this.runs = Array<null>(count).fill(null);
    process.once('exit', this.killAll);
  }

  static async start(databaseUrl: string, ownerUrl: string, count: number): Promise<Services> {
    const services = new Services(databaseUrl, ownerUrl, count);
    await services.revive();
    return services;
  }

  get count(): number {
    return this.runs.length;
  }

  /** Where the process listens; undefined while there is none. */
  url(index: number): string | undefined {
    return this.runs[index]?.url;
  }

  /** kill -9 of one process. */
  async kill(index: number): Promise<void> {
    const run = this.runs[index];
    if (!run) return;
    run.child.kill('SIGKILL');
    await run.ended;
    this.runs[index] = null;
    this.stderrs.push(run.stderr());
  }

  async killEvery(): Promise<void> {
    await Promise.all(this.runs.map((_, index) => this.kill(index)));
  }

  /** Starts anew what is not running. */
  async revive(): Promise<void> {
    await Promise.all(
      this.runs.map(async (run, index) => {
        if (!run || run.child.exitCode !== null || run.child.signalCode !== null) this.runs[index] = await this.begin();
      }),
    );
  }

  /** Whether a process ended that nobody killed. */
  get fallen(): boolean {
    return this.runs.some((run) => run && (run.child.exitCode !== null || run.child.signalCode !== null));
  }

  /** What the processes logged: warnings and errors. */
  logged(): string {
    return [...this.stderrs, ...this.runs.map((run) => run?.stderr() ?? '')].join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.runs.map(async (run) => {
        run?.child.kill('SIGTERM');
        await run?.ended;
      }),
    );
    process.off('exit', this.killAll);
  }

  private readonly killAll = (): void => {
    for (const run of this.runs) run?.child.kill('SIGKILL');
  };

  private async begin(): Promise<Run & { url: string }> {
    for (let start = 1; ; start += 1) {
      const run = watched(spawn(process.execPath, [program('main')], { env: this.environment(), stdio: 'pipe' }));
      try {
        return await ready(run);
      } catch (error) {
        this.stderrs.push(run.stderr());
        if (start === STARTS) throw error;
      }
    }
  }

  private environment(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      LOCK_TIMEOUT_MS,
      DATABASE_URL: this.databaseUrl,
      MIGRATION_DATABASE_URL: this.ownerUrl,
      SECRET_KEYS: SECRET_KEY.toString('base64'),
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    };
  }
}
