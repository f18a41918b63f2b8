import { Injectable, type Type } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { documentedFields } from '../fields/documented-fields.js';
import { fieldShape } from '../fields/field-shape.js';

/** Begins the value of an address that is made when it is shown. No address that a caller sends begins like it. */
const MINTED = 'minted:';

/** The reader of addresses, and when they read. */
export interface Reader {
  caller: Caller;
  now: Date;
}

/** Makes the path of an address for its reader. */
type Mint = (subject: string, reader: Reader) => string;

/** Adds to a response what another server tells, outside of any transaction. */
type Completion = (data: never, reader: Reader) => Promise<unknown>;

/** Where the fields of a class have addresses. */
interface Places {
  addresses: readonly string[];
  nested: readonly (readonly [string, Type])[];
}

/** The mark that a row or a stored result has in place of an address that is made for each reader: its kind and its subject. */
export function mintedAddress(kind: string, subject: string): string {
  return `${MINTED}${kind}:${subject}`;
}

/** Makes the addresses of responses, in the fields that are declared with `@ServiceAddress`. */
@Injectable()
export class ShownAddresses {
  private readonly mints = new Map<string, Mint>();
  private readonly completions = new Map<Type, Completion>();
  /** The origins of other servers, at which clients send or read what this service names. */
  readonly origins = new Set<string>();
  private readonly places = new Map<Type, Places | null>();

  /** Whoever has a kind of addresses adds it when the application is created. */
  add(kind: string, mint: Mint): void {
    this.mints.set(kind, mint);
  }

  addOrigin(origin: string): void {
    this.origins.add(origin);
  }

  /** Responses of the class are completed before they are shown. */
  completeFirst<Data extends object>(
    response: Type<Data>,
    complete: (data: Data, reader: Reader) => Promise<Data>,
  ): void {
    this.completions.set(response, complete);
  }

  /** The data of a response of the class, with addresses below `base`. */
  async in(response: Type, data: unknown, base: string, reader: Reader): Promise<unknown> {
    const places = this.placesIn(response);
    if (!places) return data;
    const whole = (await this.completions.get(response)?.(data as never, reader)) ?? data;
    return this.shown(places, whole, (value) => this.address(value, base, reader));
  }

  private shown({ addresses, nested }: Places, data: unknown, address: (value: string) => string): unknown {
    if (Array.isArray(data)) return data.map((one) => this.shown({ addresses, nested }, one, address));
    if (typeof data !== 'object' || data === null) return data;
    const shown: Record<string, unknown> = { ...data };
    for (const name of addresses) if (typeof shown[name] === 'string') shown[name] = address(shown[name]);
    for (const [name, type] of nested) {
      const places = this.placesIn(type);
      if (places && shown[name] !== undefined) shown[name] = this.shown(places, shown[name], address);
    }
    return shown;
  }

  private address(value: string, base: string, reader: Reader): string {
    if (value.startsWith('/')) return base + value;
    if (!value.startsWith(MINTED)) return value;
    const [kind, ...subject] = value.slice(MINTED.length).split(':');
    const mint = this.mints.get(kind);
    if (!mint) throw new Error(`nothing makes addresses of the kind ${kind}`);
    return base + mint(subject.join(':'), reader);
  }

  /** Null for a class without addresses, also in what it holds. */
  private placesIn(type: Type): Places | null {
    const noted = this.places.get(type);
    if (noted !== undefined) return noted;
    // A class that holds itself has none but those found elsewhere.
    this.places.set(type, null);
    const fields = documentedFields(type).map((name) => ({ name, ...fieldShape(type, name) }));
    const addresses = fields.filter(({ isServiceAddress }) => isServiceAddress).map(({ name }) => name);
    const nested = fields.flatMap(({ name, nested: item }) =>
      item && this.placesIn(item()) ? [[name, item()] as const] : [],
    );
    const found = addresses.length + nested.length > 0 ? { addresses, nested } : null;
    this.places.set(type, found);
    return found;
  }
}
