const GENERATION = 10_000;

/** FNV-1a, as a number that V8 keeps without an object. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 1;
}

/**
 * Keys that this process has seen used, as numbers, of which two may be the same: it tells only what to try first, the
 * first run or the replay; what the request then is, the database says. Bounded: where the younger generation is full,
 * the older one is forgotten as a whole.
 */
export class KnownKeys {
  private young = new Set<number>();
  private old = new Set<number>();

  has(place: string): boolean {
    const number = numberOf(place);
    return this.young.has(number) || this.old.has(number);
  }

  add(place: string): void {
    if (this.young.size >= GENERATION) [this.old, this.young] = [this.young, new Set()];
    this.young.add(numberOf(place));
  }

  remove(place: string): void {
    const number = numberOf(place);
    this.young.delete(number);
    this.old.delete(number);
  }
}
