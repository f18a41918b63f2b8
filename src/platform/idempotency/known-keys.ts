const MOST = 10_000;

/**
 * Keys that this process has seen used. It tells only what to try first, the first run or the replay; what the request
 * then is, the database says. Bounded; the oldest goes first.
 */
export class KnownKeys {
  private readonly places = new Set<string>();

  has(place: string): boolean {
    return this.places.has(place);
  }

  add(place: string): void {
    this.places.add(place);
    for (const oldest of this.places) {
      if (this.places.size <= MOST) break;
      this.places.delete(oldest);
    }
  }

  remove(place: string): void {
    this.places.delete(place);
  }
}
