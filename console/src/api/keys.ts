import { useSyncExternalStore } from 'react';
import { Tabs } from './tabs.js';

/** Where the key is, until the tab is closed or one signs out. It is nowhere else. */
const STORED_KEY = 'delivery-console.api-key';
const SIGN_IN_KEY = 'dsignin_';

/** The key of a session. A new sign-in of the same member replaces it while the pages stay. */
export interface KeyHolder {
  key: string;
}

/** Why nobody is signed in: the API key or the sign-in is no longer accepted, or it was given up, here or in another tab. */
export interface SignedOut {
  reason: 'none' | 'expired' | 'ended' | 'elsewhere' | 'not_ended';
  /** The writes that may have been carried out. */
  unknown: readonly string[];
}

interface State {
  holder: KeyHolder | null;
  signedOut: SignedOut;
}

/** What a session does about its key. */
interface Using {
  /** Ends what is under way, and says which writes may have been carried out. */
  ended: () => readonly string[];
  renewed: () => void;
}

/** The key of this tab, an API key or that of a sign-in, and what other tabs do with it. */
class Keys {
  private state: State = { holder: storedKey(), signedOut: { reason: 'none', unknown: [] } };
  private using: Using | null = null;
  private isWanted = false;
  private readonly listeners = new Set<() => void>();

  readonly tabs = new Tabs({
    key: () => this.state.holder?.key ?? null,
    kept: (key) => this.isWanted && !this.state.holder && this.take(key),
    renewed: (from, to) => this.state.holder?.key === from && this.replace(to),
    ended: (key) => this.state.holder?.key === key && this.drop('elsewhere'),
  });

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): State => this.state;

  /** While nobody is signed in: the key that another tab hands on is taken. */
  readonly want = (): (() => void) => {
    this.isWanted = true;
    return () => (this.isWanted = false);
  };

  /** Takes the key of another tab, if this one has none; also one that comes before the page to sign in is loaded. */
  async askOthers(): Promise<void> {
    if (this.state.holder) return;
    this.isWanted = true;
    const key = await this.tabs.ask();
    if (key !== null && !this.state.holder) this.take(key);
  }

  /** Somebody has signed in. */
  keep(key: string): void {
    this.take(key);
    this.tabs.tell({ is: 'kept', key });
  }

  /** The same member has signed in once more. */
  renew(key: string): void {
    const from = this.state.holder?.key;
    if (from === undefined) return;
    this.replace(key);
    this.tabs.tell({ is: 'renewed', from, to: key });
  }

  /** Signing out: every tab with this key forgets it. */
  end(reason: SignedOut['reason']): void {
    const key = this.state.holder?.key;
    this.drop(reason);
    if (key !== undefined) this.tabs.tell({ is: 'ended', key });
  }

  /** The service no longer accepts the key. Other tabs find out by themselves. */
  expire(): void {
    this.drop(this.state.holder?.key.startsWith(SIGN_IN_KEY) === true ? 'ended' : 'expired');
  }

  use(using: Using): () => void {
    this.using = using;
    return () => {
      if (this.using === using) this.using = null;
    };
  }

  private take(key: string): void {
    sessionStorage.setItem(STORED_KEY, key);
    this.set({ holder: { key }, signedOut: { reason: 'none', unknown: [] } });
  }

  private replace(key: string): void {
    sessionStorage.setItem(STORED_KEY, key);
    if (this.state.holder) this.state.holder.key = key;
    this.using?.renewed();
  }

  private drop(reason: SignedOut['reason']): void {
    sessionStorage.removeItem(STORED_KEY);
    const unknown = this.using?.ended() ?? [];
    this.set({ holder: null, signedOut: { reason, unknown } });
  }

  private set(state: State): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

function storedKey(): KeyHolder | null {
  const key = sessionStorage.getItem(STORED_KEY);
  return key === null ? null : { key };
}

export const keys = new Keys();

export function useKeys(): State {
  return useSyncExternalStore(keys.subscribe, keys.snapshot);
}
