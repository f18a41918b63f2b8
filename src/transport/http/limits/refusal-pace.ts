import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const WINDOW_MS = 1_000;
const PROMPT_REFUSALS = 50;
/** As long as Retry-After asks clients to wait. */
const HELD_MS = 1_000;

/**
 * Slows clients down that ignore Retry-After: the first refusals of a second are sent at once, the others a second later.
 * Otherwise a few hundred connections that retry at once keep the event loop busy with refusals alone.
 */
@Injectable()
export class RefusalPace {
  private windowEnds = 0;
  private refused = 0;

  async keep(): Promise<void> {
    const now = performance.now();
    if (now >= this.windowEnds) {
      this.windowEnds = now + WINDOW_MS;
      this.refused = 0;
    }
    this.refused += 1;
    if (this.refused > PROMPT_REFUSALS) await delay(HELD_MS, undefined, { ref: false });
  }
}
