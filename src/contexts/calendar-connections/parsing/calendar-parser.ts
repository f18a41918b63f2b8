import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CalendarFailure } from './calendar-failure.js';
import type { ExpansionTerms, Spans } from './expansion.js';
import type { DavResource } from './multistatus.js';
import type { ParsingResult, ParsingTask } from './parsing.worker.js';

/** A rule of an entry can keep a parser busy for ever: then its thread is ended. */
const TIME_LIMIT_MS = 5_000;
const MAX_HEAP_MB = 256;

const COMPILED = new URL('./parsing.worker.js', import.meta.url);
const BUNDLED = new URL('../../../../service/calendar-parsing.js', import.meta.url);

/** Parses what calendar servers answer, in a thread of its own: nobody waits for a hostile document. */
@Injectable()
export class CalendarParser implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  async multistatus(text: string): Promise<DavResource[]> {
    const result = await this.perform({ kind: 'multistatus', text });
    return result.kind === 'multistatus' ? result.resources : [];
  }

  /** For each object the times that it takes; null for one that cannot be read. */
  async expand(texts: string[], terms: ExpansionTerms): Promise<(Spans | null)[]> {
    const result = await this.perform({ kind: 'expand', texts, terms });
    return result.kind === 'expand' ? result.spans : [];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  /** One task after the other. Throws `CalendarFailure`. */
  private async perform(task: ParsingTask): Promise<ParsingResult> {
    const performed = this.last.then(() => this.inThread(task));
    this.last = performed.catch(() => undefined);
    const result = await performed;
    if (result.kind === 'refused') throw new CalendarFailure(result.reason);
    return result;
  }

  private inThread(task: ParsingTask): Promise<ParsingResult> {
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
      const timer = setTimeout(giveUp, TIME_LIMIT_MS);
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
