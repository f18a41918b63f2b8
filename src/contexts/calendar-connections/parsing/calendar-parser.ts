import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CalendarFailure } from './calendar-failure.js';
import type { ExpansionTerms, Spans } from './expansion.js';
import type { DavResource } from './multistatus.js';
import type { ParsingResult, ParsingTask } from './parsing.worker.js';

/** A rule of an entry can keep a parser busy for ever: then its thread is ended. */
const TIME_LIMIT_MS = 5_000;
/** All documents of a reading together, in the thread. */
const READING_LIMIT_MS = 15_000;
const MAX_HEAP_MB = 256;

const COMPILED = new URL('./parsing.worker.js', import.meta.url);
const BUNDLED = new URL('../../../../service/calendar-parsing.js', import.meta.url);

/** Parses the documents of one reading. Throws `CalendarFailure`. */
export interface DocumentParser {
  multistatus(text: string): Promise<DavResource[]>;
  /** For each object the times that it takes; null for one that cannot be read. */
  expand(texts: string[], terms: ExpansionTerms): Promise<(Spans | null)[]>;
}

/**
 * Parses what calendar servers answer, in a thread of its own: nobody waits for a hostile document. Organizations take
 * turns, so that one with many documents keeps no other waiting.
 */
@Injectable()
export class CalendarParser implements OnApplicationShutdown {
  private worker: Worker | undefined;
  /** Tasks that wait, by the organization; whoever is next comes first. */
  private readonly waiting = new Map<string, (() => Promise<void>)[]>();
  private isBusy = false;

  /** The parser for a reading of an organization. */
  of(organizationId: string, limitMs = READING_LIMIT_MS): DocumentParser {
    let left = limitMs;
    const perform = async (task: ParsingTask): Promise<ParsingResult> => {
      const { result, ms } = await this.inTurn(organizationId, () => this.timed(task, Math.min(TIME_LIMIT_MS, left)));
      left -= ms;
      if (result.kind === 'refused') throw new CalendarFailure(result.reason);
      return result;
    };
    return {
      multistatus: async (text) => {
        const result = await perform({ kind: 'multistatus', text });
        return result.kind === 'multistatus' ? result.resources : [];
      },
      expand: async (texts, terms) => {
        const result = await perform({ kind: 'expand', texts, terms });
        return result.kind === 'expand' ? result.spans : [];
      },
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private inTurn<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const tasks = this.waiting.get(organizationId) ?? [];
      tasks.push(() => work().then(resolve, reject));
      this.waiting.set(organizationId, tasks);
      if (!this.isBusy) void this.performAll();
    });
  }

  private async performAll(): Promise<void> {
    this.isBusy = true;
    for (let next = this.waiting.entries().next().value; next; next = this.waiting.entries().next().value) {
      const [organizationId, [task, ...others]] = next;
      this.waiting.delete(organizationId);
      // Behind the others.
      if (others.length > 0) this.waiting.set(organizationId, others);
      await task();
    }
    this.isBusy = false;
  }

  private async timed(task: ParsingTask, limitMs: number): Promise<{ result: ParsingResult; ms: number }> {
    if (limitMs <= 0) return { result: { kind: 'refused', reason: 'too_large' }, ms: 0 };
    const begun = performance.now();
    const result = await this.inThread(task, limitMs);
    return { result, ms: performance.now() - begun };
  }

  private inThread(task: ParsingTask, limitMs: number): Promise<ParsingResult> {
    const worker = (this.worker ??= startThread());
    return new Promise((resolve) => {
      const settle = (result: ParsingResult, isBroken: boolean): void => {
        clearTimeout(timer);
        worker.off('message', onResult).off('error', giveUp).off('exit', giveUp);
        if (isBroken) {
          worker.on('error', () => undefined);
          this.worker = undefined;
          void worker.terminate();
        }
        resolve(result);
      };
      const giveUp = (): void => settle({ kind: 'refused', reason: 'too_large' }, true);
      const timer = setTimeout(giveUp, limitMs);
      const onResult = (result: ParsingResult): void => settle(result, false);
      worker.on('message', onResult).on('error', giveUp).on('exit', giveUp);
      worker.postMessage(task);
    });
  }
}

function startThread(): Worker {
  const worker = new Worker(existsSync(COMPILED) ? COMPILED : BUNDLED, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // Nothing of the process: neither its settings nor its options.
    env: {},
    execArgv: [],
  });
  worker.unref();
  return worker;
}
