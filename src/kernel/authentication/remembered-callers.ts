import { hash } from 'node:crypto';
import type { Caller } from '../access/caller.js';

const CAPACITY = 10_000;

/**
 * Callers of earlier requests, by the digest of their key; the oldest entry is evicted first. A remembered caller carries
 * the state that it was read from, and the transaction that acts for it confirms that state first.
 */
export class RememberedCallers {
  private readonly entries = new Map<string, { caller: Caller; expiresAt: Date | null }>();

  find(key: string, now: Date): Caller | undefined {
    const entry = this.entries.get(digest(key));
    if (!entry || (entry.expiresAt !== null && entry.expiresAt <= now)) return undefined;
    return entry.caller;
  }

  keep(key: string, caller: Caller, state: Buffer, expiresAt: Date | null): void {
    const id = digest(key);
    this.entries.delete(id);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size < CAPACITY) break;
      this.entries.delete(oldest);
    }
    this.entries.set(id, { caller: { ...caller, accessState: state }, expiresAt });
  }

  /** For a key that is no longer valid. */
  forget(key: string): void {
    this.entries.delete(digest(key));
  }
}

function digest(key: string): string {
  return hash('sha256', key, 'base64');
}
