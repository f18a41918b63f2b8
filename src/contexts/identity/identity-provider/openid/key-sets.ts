import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { isPlainObject } from '#kernel/fields';
import { GuardedFetch } from '#kernel/outgoing';
import { ProviderFailure } from './provider-failure.js';

/** How soon a provider is asked again for the keys that it has just told. */
const AGAIN_AFTER_MS = 60_000;
const REMEMBERED_SETS = 500;
const MAX_KEYS = 100;
/** The parameters of public keys; certificates are left out. */
const PARAMETERS = ['kty', 'use', 'key_ops', 'alg', 'kid', 'n', 'e', 'crv', 'x', 'y'];

type PublicKey = Record<string, unknown>;

/** The keys of a provider, and when it told them. */
export interface KeySet {
  keys: PublicKey[];
  readAt: number;
}

/** The keys with which providers sign, by the URL of the set. */
@Injectable()
export class KeySets {
  private readonly remembered = new Map<string, KeySet>();
  private readonly reading = new Map<string, Promise<KeySet>>();

  constructor(
    private readonly fetch: GuardedFetch,
    private readonly clock: Clock,
  ) {}

  /** The age in seconds of the keys that are remembered; undefined where none are. */
  find(url: string): { keys: PublicKey[]; age: number } | undefined {
    const set = this.remembered.get(url);
    return set && { keys: set.keys, age: this.ageOf(set) / 1_000 };
  }

  /** Asks the provider, unless it was asked within the last minute. */
  async renew(url: string): Promise<KeySet> {
    const set = this.remembered.get(url);
    return set && this.ageOf(set) < AGAIN_AFTER_MS ? set : this.read(url);
  }

  /** Asks the provider, once for all who wait. Throws `ProviderFailure` or `OutgoingFailure`. */
  read(url: string): Promise<KeySet> {
    let reading = this.reading.get(url);
    if (!reading) {
      reading = this.ask(url).finally(() => this.reading.delete(url));
      this.reading.set(url, reading);
    }
    return reading;
  }

  private async ask(url: string): Promise<KeySet> {
    const keys = signatureKeysIn(await this.fetch.document(url));
    if (keys.length === 0) throw new ProviderFailure('bad_document');
    const set = { keys, readAt: this.clock.now().getTime() };
    this.remembered.delete(url);
    for (const oldest of this.remembered.keys()) {
      if (this.remembered.size < REMEMBERED_SETS) break;
      this.remembered.delete(oldest);
    }
    this.remembered.set(url, set);
    return set;
  }

  private ageOf({ readAt }: KeySet): number {
    return this.clock.now().getTime() - readAt;
  }
}

function signatureKeysIn(document: unknown): PublicKey[] {
  const keys: unknown = isPlainObject(document) ? document.keys : undefined;
  if (!Array.isArray(keys)) return [];
  const signing = keys.filter(isPlainObject).filter(({ kty, use }) => {
    return ['RSA', 'EC', 'OKP'].includes(String(kty)) && (use === undefined || use === 'sig');
  });
  return signing.slice(0, MAX_KEYS).map((key) => {
    return Object.fromEntries(PARAMETERS.filter((name) => name in key).map((name) => [name, key[name]]));
  });
}
