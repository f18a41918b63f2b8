import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { mergeMetrics, processMetrics } from '../metrics/merged-metrics.js';
import { ENDS_WITHIN_MS, replacedDelay } from '../shutdown.js';
import { ChildHandle } from './child-handle.js';
import { CHILD_NUMBER, type Ready } from './messages.js';
import { ProcessError } from './process.error.js';

/** A child that ends within this time counts as a failed start. */
const STABLE_AFTER_MS = 10_000;
const MAX_FAILURES = 5;
const RETRY_AFTER_MS = 100;
const MAX_RETRY_AFTER_MS = 30_000;

interface ParentOptions {
  processes: number;
  logger: Logger;
  shutdownDelayMs: number;
  /** A child that is not ready by then is killed. The time of migrations is not counted. */
  startTimeoutMs: number;
  /** No child serves, and none could be started again. */
  onGiveUp: () => void;
}

/** Starts the processes that share the port, replaces those that end, and hands on what is asked of the service. */
export class ParentProcess {
  private readonly children = new Set<ChildHandle>();
  private readonly serving = new Map<number, ChildHandle>();
  private failures = 0;
  private stopping = false;
  private restarting = false;
  private gathering: Promise<string> | undefined;

  constructor(private readonly options: ParentOptions) {}

  get pids(): (number | undefined)[] {
    return [...this.serving.values()].map(({ pid }) => pid);
  }

  /** Resolves when all children serve. Throws ProcessError when one ends before. */
  async start(): Promise<Ready> {
    // Alone: it loads the demo organization, and what prevents a start is said once.
    const ready = await this.launch(1);
    const others = Array.from({ length: this.options.processes - 1 }, (_, index) => index + 2);
    await Promise.all(others.map((number) => this.launch(number)));
    return ready;
  }

  /** Replaces one child after the other. The first that does not start ends it; its predecessor goes on serving. */
  async restart(): Promise<void> {
    const { logger, shutdownDelayMs } = this.options;
    if (this.restarting || this.stopping) {
      logger.warn({ msg: this.stopping ? 'no restart: the service stops' : 'no second restart: one is under way' });
      return;
    }
    this.restarting = true;
    logger.info({ msg: 'restarting' });
    try {
      for (const old of [...this.serving.values()]) {
        // It has ended meanwhile and was started anew.
        if (this.serving.get(old.number) !== old) continue;
        await this.replace(old);
        await old.end('replaced', replacedDelay(shutdownDelayMs) + ENDS_WITHIN_MS);
      }
      logger.info({ msg: 'restarted', pids: this.pids });
    } catch (error) {
      if (!this.stopping) logger.error({ msg: 'restart given up', reason: (error as Error).message });
    } finally {
      this.restarting = false;
    }
  }

  /** Stops all children gracefully; false if one of them did not end by itself. */
  async stop(): Promise<boolean> {
    this.stopping = true;
    const within = this.options.shutdownDelayMs + ENDS_WITHIN_MS;
    const ends = await Promise.all(
      [...this.children].map(async (child) => {
        if (child.isReady) return child.end('stop', within);
        child.kill();
        await child.ended;
        return { code: 0 };
      }),
    );
    return ends.every(({ code }) => code === 0);
  }

  kill(): void {
    this.stopping = true;
    for (const child of this.children) child.kill();
  }

  private async launch(number: number): Promise<Ready> {
    if (this.stopping) throw new ProcessError('The service stops.');
    const worker = cluster.fork({ [CHILD_NUMBER]: String(number) });
    const child = new ChildHandle(number, worker, (asking) => void this.answerScrape(asking));
    this.children.add(child);
    void child.ended.then((end) => this.hasEnded(child, end));
    const { startTimeoutMs } = this.options;
    let isLate = false;
    let timer: NodeJS.Timeout;
    child.onMigrating = () => clearTimeout(timer);
    child.onMigrated = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        child.kill();
      }, startTimeoutMs);
    };
    child.onMigrated();
    const ready = await child.ready;
    child.onMigrating();
    if (ready) {
      this.serving.set(number, child);
      return ready;
    }
    const { code, signal } = await child.ended;
    if (isLate) throw new ProcessError(`Process ${number} was not ready within ${startTimeoutMs} ms.`);
    throw new ProcessError(`Process ${number} ended before it was ready (${signal ?? `exit code ${code}`}).`);
  }

  private async replace(old: ChildHandle): Promise<void> {
    old.beingReplaced = true;
    try {
      await this.launch(old.number);
    } catch (error) {
      old.beingReplaced = false;
      if (!this.children.has(old)) void this.recover(old.number);
      throw error;
    }
  }

  private hasEnded(child: ChildHandle, { code, signal }: { code: number | null; signal: string | null }): void {
    const { number, pid } = child;
    this.children.delete(child);
    if (this.stopping || this.serving.get(number) !== child) return;
    this.serving.delete(number);
    this.options.logger.error({ msg: 'process ended', process: number, child: pid, code, signal });
    const isStable = performance.now() - child.startedAt > STABLE_AFTER_MS;
    this.failures = isStable ? 0 : this.failures + 1;
    if (!child.beingReplaced) void this.recover(number);
  }

  /** Starts a child in place of one that has ended, again and again while others serve. */
  private async recover(number: number): Promise<void> {
    while (!this.stopping) {
      if (this.serving.size === 0 && this.failures > MAX_FAILURES) {
        this.stopping = true;
        this.options.logger.fatal({ msg: 'no process can be started', failures: this.failures });
        this.options.onGiveUp();
        return;
      }
      if (this.failures > 0) await delay(Math.min(RETRY_AFTER_MS * 2 ** this.failures, MAX_RETRY_AFTER_MS));
      try {
        await this.launch(number);
        return;
      } catch (error) {
        this.failures += 1;
        const { message: reason } = error as Error;
        if (!this.stopping) this.options.logger.error({ msg: 'process not started', process: number, reason });
      }
    }
  }

  private async answerScrape(asking: ChildHandle): Promise<void> {
    // Scrapes that arrive together have one answer.
    this.gathering ??= this.gather().finally(() => (this.gathering = undefined));
    asking.send({ type: 'gathered', text: await this.gathering });
  }

  private async gather(): Promise<string> {
    const serving = [...this.serving.values()].toSorted((one, other) => one.number - other.number);
    const own = processMetrics(this.options.processes, this.serving.size);
    return mergeMetrics([...(await Promise.all(serving.map((child) => child.metrics()))), own]);
  }
}
