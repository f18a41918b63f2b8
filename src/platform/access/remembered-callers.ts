import { hash } from 'node:crypto';
import type { Caller } from './caller.js';

const MOST = 10_000;

interface Entry {
  caller: Caller;
  expiresAt: Date | null;
}

/**
 * Callers of earlier requests, by the digest of their key. Nothing may rest on one alone: it carries the state that
 * it was read from, and the transaction that acts for it confirms that state first. Bounded; the oldest goes first.
 */
export class RememberedCallers {
  private readonly entries = new Map<string, Entry>();

  find(key: string, now: Date): Caller | undefined {
    const entry = this.entries.get(digest(key));
    if (!entry || (entry.expiresAt !== null && entry.expiresAt <= now)) return undefined;
    return entry.caller;
  }

  keep(key: string, caller: Caller, state: Buffer, expiresAt: Date | null): void {
    const place = digest(key);
    this.entries.delete(place);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size < MOST) break;
      this.entries.delete(oldest);
    }
    this.entries.set(place, { caller: { ...caller, unconfirmed: state }, expiresAt });
  }
}

function digest(key: string): string {
  return hash('sha256', key, 'base64');
}
