const GENERATION = 10_000;

/** FNV-1a, as a number that V8 stores without a heap object. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 1;
}

/**
 * Hashes of the keys that this process has seen used. Only a hint whether to try the first run or the replay first: the
 * database decides. Bounded: when the young generation is full, it replaces the old one.
 */
export class KnownKeys {
  private young = new Set<number>();
  private old = new Set<number>();

  has(key: string): boolean {
    const hash = hashOf(key);
    return this.young.has(hash) || this.old.has(hash);
  }

  add(key: string): void {
    if (this.young.size >= GENERATION) [this.old, this.young] = [this.young, new Set()];
    this.young.add(hashOf(key));
  }

  remove(key: string): void {
    const hash = hashOf(key);
    this.young.delete(hash);
    this.old.delete(hash);
  }
}
