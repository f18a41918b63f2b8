/** Takes the connection whose turn has come. */
export type Waiter = () => void;

/** The waiting requests of one owner, oldest first, and the number of connections that it holds. */
export class QueueLine {
  held = 0;
  private readonly waiters = new Set<Waiter>();
  /** When its requests began to wait without one of them being served. */
  private stalledSince = 0;

  get length(): number {
    return this.waiters.size;
  }

  isEmpty(): boolean {
    return this.waiters.size === 0;
  }

  add(waiter: Waiter): void {
    if (this.isEmpty()) this.moved();
    this.waiters.add(waiter);
  }

  remove(waiter: Waiter): void {
    this.waiters.delete(waiter);
  }

  first(): Waiter {
    const [first] = this.waiters;
    return first;
  }

  moved(): void {
    this.stalledSince = performance.now();
  }

  stalledMs(): number {
    return this.isEmpty() ? 0 : performance.now() - this.stalledSince;
  }
}
