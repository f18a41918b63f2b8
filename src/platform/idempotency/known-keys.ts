const GENERATION = 10_000;

/**
 * Keys that this process has seen used. It tells only what to try first, the first run or the replay; what the request
 * then is, the database says. Bounded: where the younger generation is full, the older one is forgotten as a whole.
 */
export class KnownKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  has(place: string): boolean {
    return this.young.has(place) || this.old.has(place);
  }

  add(place: string): void {
    if (this.young.size >= GENERATION) [this.old, this.young] = [this.young, new Set()];
    this.young.add(place);
  }

  remove(place: string): void {
    this.young.delete(place);
    this.old.delete(place);
  }
}
