/**
 * Shares a fixed number of slots. Organizations that wait are served in turn, each with the longest waiting of its own.
 * With `reserve`, an organization holds no more slots than are left free: however slow its work, another one gets a slot
 * at once.
 */
export class FairSlots {
  private readonly held = new Map<string, number>();
  /** The waiters by organization; the organization that is served next comes first. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(
    private free: number,
    private readonly options: { reserve: boolean },
  ) {}

  get isContended(): boolean {
    return this.waiting.size > 0;
  }

  isWaiting(organizationId: string, start: () => void): boolean {
    return this.waiting.get(organizationId)?.has(start) ?? false;
  }

  /** False where the organization gets none now: `start` is then called when its turn comes. */
  take(organizationId: string, start: () => void): boolean {
    if (!this.mayTake(organizationId)) {
      const waiting = this.waiting.get(organizationId) ?? new Set();
      this.waiting.set(organizationId, waiting.add(start));
      return false;
    }
    this.free -= 1;
    this.held.set(organizationId, this.heldBy(organizationId) + 1);
    return true;
  }

  release(organizationId: string): void {
    this.free += 1;
    const held = this.heldBy(organizationId) - 1;
    if (held > 0) this.held.set(organizationId, held);
    else this.held.delete(organizationId);
    for (let next = this.nextInTurn(); next; next = this.nextInTurn()) next();
  }

  private nextInTurn(): (() => void) | undefined {
    for (const [organizationId, waiting] of this.waiting) {
      if (!this.mayTake(organizationId)) continue;
      const [start] = waiting;
      waiting.delete(start);
      this.waiting.delete(organizationId);
      if (waiting.size > 0) this.waiting.set(organizationId, waiting);
      return start;
    }
    return undefined;
  }

  private mayTake(organizationId: string): boolean {
    return this.free > (this.options.reserve ? this.heldBy(organizationId) : 0);
  }

  private heldBy(organizationId: string): number {
    return this.held.get(organizationId) ?? 0;
  }
}
