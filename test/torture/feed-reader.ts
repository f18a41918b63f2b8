import { setTimeout as delay } from 'node:timers/promises';
import type { Dice } from '../support/dice.js';
import type { Services } from './services.js';

const BETWEEN_READS_MS = 40;
const PATIENCE_MS = 10_000;

interface Page {
  events: { id: string }[];
  next: string;
  caughtUp: boolean;
}

/** An event as a reader got it: `pass` 1 reads while the writers write, 2 reads everything again afterwards. */
export interface Fed {
  pass: number;
  place: number;
  event_id: string;
}

/** Reads an event feed all the time, from whichever process answers. */
export class FeedReader {
  readonly fed: Fed[] = [];
  private over = false;
  private stopped = false;
  private readonly reading: Promise<void>;

  constructor(
    private readonly services: Services,
    private readonly apiKey: string,
    private readonly feedId: string,
    private readonly dice: Dice,
  ) {
    this.reading = this.read(1, () => this.over);
  }

  stop(): void {
    this.stopped = true;
  }

  /** Reads the rest, and then all again. To be called when every event has its place. */
  async finish(): Promise<void> {
    this.over = true;
    await this.reading;
    await this.read(2, () => true);
  }

  private async read(pass: number, isOver: () => boolean): Promise<void> {
    let next: string | undefined;
    let place = 0;
    let failingSince: number | undefined;
    while (!this.stopped) {
      const mayEnd = isOver();
      const page = await this.page(next);
      if (page === undefined) {
        failingSince ??= Date.now();
        if (mayEnd && Date.now() - failingSince > PATIENCE_MS) return;
      } else {
        failingSince = undefined;
        for (const { id } of page.events) this.fed.push({ pass, place: (place += 1), event_id: id });
        next = page.next;
        if (mayEnd && page.caughtUp) return;
      }
      if (!page || page.caughtUp) await delay(BETWEEN_READS_MS);
    }
  }

  /** Undefined where a process did not answer. */
  private async page(after: string | undefined): Promise<Page | undefined> {
    const query = `limit=${5 + this.dice.below(40)}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`;
    try {
      const url = `${this.dice.pick(this.services.urls)}/api/v1/event-feeds/${this.feedId}/events?${query}`;
      const response = await fetch(url, {
        headers: { 'x-api-key': this.apiKey },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return response.status === 200 ? ((await response.json()) as { data: Page }).data : undefined;
    } catch {
      return undefined;
    }
  }
}
