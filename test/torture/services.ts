import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { program, ready, watched, type Run } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';

const STARTS = 20;

/** Short, so that a held lock is met; longer than PostgreSQL waits before it looks for a deadlock. */
const LOCK_TIMEOUT_MS = '2000';

type Process = Run & { url: string };

/** The processes of the service, each of which serves requests and delivers webhooks. */
export class Services {
  private readonly running = new Map<number, Process>();
  private readonly starting = new Map<number, Promise<void>>();
  private readonly children = new Set<ChildProcess>();
  private readonly stderrs: string[] = [];
  /** How each process ended that nobody killed. */
  readonly fallen: string[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly ownerUrl: string,
    private readonly count: number,
    private readonly providerUrl: string,
  ) {
    process.once('exit', this.killNow);
  }

  /** Where the processes listen that run at the moment. */
  get urls(): string[] {
    return [...this.running.values()].map(({ url }) => url);
  }

  /** Begins to start what does not run. */
  revive(): void {
    for (let index = 0; index < this.count; index += 1) {
      if (this.running.has(index) || this.starting.has(index)) continue;
      const start = this.start().then((run) => {
        this.running.set(index, run);
        this.starting.delete(index);
        void run.ended.then(() => this.notice(index, run));
      });
      // Who waits for it is told.
      start.catch(() => undefined);
      this.starting.set(index, start);
    }
  }

  async someRun(): Promise<void> {
    this.revive();
    if (this.running.size === 0) await Promise.any(this.starting.values());
  }

  async allRun(): Promise<void> {
    this.revive();
    await Promise.all(this.starting.values());
  }

  /** kill -9 of the process that has run longest. */
  async killOldest(): Promise<void> {
    await this.someRun();
    const oldest = this.running.keys().next();
    if (!oldest.done) await this.kill(oldest.value);
  }

  async killEvery(): Promise<void> {
    await Promise.allSettled(this.starting.values());
    await Promise.all([...this.running.keys()].map((index) => this.kill(index)));
  }

  /** What the processes logged: warnings and errors. */
  logged(): string {
    return [...this.stderrs, ...[...this.running.values()].map(({ stderr }) => stderr())].join('\n');
  }

  private readonly killNow = (): void => {
    for (const child of this.children) child.kill('SIGKILL');
  };

  private notice(index: number, run: Process): void {
    if (this.running.get(index) !== run) return;
    this.running.delete(index);
    this.stderrs.push(run.stderr());
    this.fallen.push(`code ${run.child.exitCode ?? 'none'}, signal ${run.child.signalCode ?? 'none'}`);
  }

  private async kill(index: number): Promise<void> {
    const run = this.running.get(index);
    if (!run) return;
    this.running.delete(index);
    run.child.kill('SIGKILL');
    await run.ended;
    this.stderrs.push(run.stderr());
  }

  /** A process may meet a fault while it starts, and end: as under any supervisor, it is started again. */
  private async start(): Promise<Process> {
    for (let start = 1; ; start += 1) {
      const child = spawn(process.execPath, [program('main')], {
        env: this.environment(),
        stdio: 'pipe',
      });
      this.children.add(child.on('exit', () => this.children.delete(child)));
      const run = watched(child);
      try {
        return await ready(run);
      } catch (error) {
        this.stderrs.push(run.stderr());
        if (start === STARTS) throw error;
        await delay(start * 100);
      }
    }
  }

  private environment(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Without https in production there is no provider.
      NODE_ENV: 'test',
      STRIPE_API_HOST: this.providerUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      LOCK_TIMEOUT_MS,
      RATE_LIMIT_PER_MINUTE: '0',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
      FAILED_AUTH_PER_MINUTE: '0',
      DATABASE_URL: this.databaseUrl,
      MIGRATION_DATABASE_URL: this.ownerUrl,
      SECRET_KEYS: SECRET_KEY.toString('base64'),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128',
    };
  }
}
