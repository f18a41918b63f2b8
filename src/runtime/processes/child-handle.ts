import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ready, ToChild, ToParent } from './messages.js';

/** A gauge may take a second. A child that takes longer is left out of the scrape. */
const MEASURED_WITHIN_MS = 2_000;

/** The exit code or signal of a child. */
export type End = { code: number | null; signal: string | null };

/** A child process, as its parent sees it. */
export class ChildHandle {
  readonly startedAt = performance.now();
  readonly ended: Promise<End>;
  /** Undefined when the child ends before it is ready. */
  readonly ready: Promise<Ready | undefined>;
  onMigrating: () => void = () => undefined;
  onMigrated: () => void = () => undefined;
  isReady = false;
  /** Another child is to take its number. */
  beingReplaced = false;
  private readonly measures: ((text: string) => void)[] = [];

  constructor(
    readonly number: number,
    private readonly worker: Worker,
    onGather: (child: ChildHandle) => void,
  ) {
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
      // The system may refuse another process.
      worker.on('error', () => worker.process.pid === undefined && resolve({ code: null, signal: null }));
    });
    this.ready = new Promise((resolve) => {
      void this.ended.then(() => resolve(undefined));
      worker.on('message', (message: ToParent) => {
        if (message.type === 'gather') onGather(this);
        else if (message.type === 'measured') this.measures.shift()?.(message.text);
        else if (message.type === 'migrating') this.onMigrating();
        else if (message.type === 'migrated') this.onMigrated();
        else {
          this.isReady = true;
          resolve(message);
        }
      });
    });
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  send(message: ToChild): void {
    this.worker.send(message, () => undefined);
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }

  /** Asks the child to end, and kills it if it has not by then. */
  async end(how: 'stop' | 'replaced', withinMs: number): Promise<End> {
    this.send({ type: how });
    const timer = setTimeout(() => this.kill(), withinMs);
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }

  /** Its metrics; empty if it does not answer. */
  async metrics(): Promise<string> {
    const answered = new Promise<string>((resolve) => this.measures.push(resolve));
    this.send({ type: 'measure' });
    return Promise.race([answered, delay(MEASURED_WITHIN_MS, '', { ref: false })]);
  }
}
