/** How many requests start in one turn of the event loop. */
const STARTS_PER_TURN = 4;

interface Waiting {
  since: number;
  /** Returns false when it was refused: then another one may start in its place. */
  start: (waitedMs: number) => boolean;
}

/**
 * Lets a few requests start in each turn of the event loop. The others wait in a line for each owner, and the lines are
 * served in turn: hundreds of requests that one organization sends at once delay its neighbor's by a few starts.
 */
export class RequestTurns {
  private readonly lines = new Map<string, Waiting[]>();
  private started = 0;
  private isScheduled = false;

  /** Counts a request that starts now. False when it must wait. */
  startsNow(): boolean {
    if (this.lines.size > 0 || this.started >= STARTS_PER_TURN) return false;
    this.started += 1;
    this.scheduleTurn();
    return true;
  }

  wait(owner: string, start: Waiting['start']): void {
    const waiting = { since: performance.now(), start };
    const line = this.lines.get(owner);
    if (line) line.push(waiting);
    else this.lines.set(owner, [waiting]);
    this.scheduleTurn();
  }

  /** The expected wait of one more request of the owner: as long as the first in its line has waited. */
  expectedWaitMs(owner: string): number {
    const line = this.lines.get(owner);
    return line ? performance.now() - line[0].since : 0;
  }

  private scheduleTurn(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.nextTurn());
  }

  /** Starts the first of each line in turn. A line that was served goes to the end. */
  private nextTurn(): void {
    this.isScheduled = false;
    this.started = 0;
    for (const [owner, line] of this.lines) {
      if (this.started >= STARTS_PER_TURN) break;
      this.lines.delete(owner);
      const [{ since, start }] = line.splice(0, 1);
      if (line.length > 0) this.lines.set(owner, line);
      if (start(performance.now() - since)) this.started += 1;
    }
    // Also when nobody waits any more: what has started counts until the next turn.
    if (this.started > 0) this.scheduleTurn();
  }
}
