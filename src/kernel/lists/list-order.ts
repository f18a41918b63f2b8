import { invalidField } from '../errors/service-error.js';
import { isUuid } from '../fields/identifiers.js';
import { parseInstant } from '../fields/time.js';
import { pageSize, type Page, type PageQuery } from './page.js';

/** A key of a list's order: the property of the row whose value stands in the cursor, and its SQL. */
export interface OrderKey {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
  readonly type: 'uuid' | 'timestamptz' | 'integer' | 'text';
  readonly sql: string;
  /** The values of a text. */
  readonly of?: readonly string[];
  /** Rows without the instant come after all others. */
  readonly nullable?: boolean;
}

/** By an id, which grows with time. */
export function newestFirst(property: string, sql: string): OrderKey[] {
  return [{ property, direction: 'desc', type: 'uuid', sql }];
}

/** The place of a row in its list: the value of each key, as text. */
export type Place = readonly string[];

const FORMS: Record<OrderKey['type'], (text: string) => boolean> = {
  uuid: isUuid,
  timestamptz: isOwnInstant,
  integer: (text) => /^\d{1,9}$/.test(text),
  text: () => true,
};

/** The keys that order a list, the last of them unique. Keyset pagination: a page costs the same however far down it is. */
export class ListOrder {
  constructor(private readonly keys: readonly OrderKey[]) {}

  /** The place in the cursor; undefined for the first page. Throws 400 for a cursor of another list. */
  placeIn({ cursor }: PageQuery): Place | undefined {
    if (cursor === undefined) return undefined;
    try {
      const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
      if (this.isPlace(place)) return place;
    } catch {
      // Refused below.
    }
    throw invalidField('cursor', 'must be the nextCursor of a page of this list');
  }

  /** The page of the rows, of which there is one more than the page has if there is a next page. */
  page<Row extends object>(rows: readonly Row[], query: PageQuery): Page<Row> {
    const items = rows.slice(0, pageSize(query));
    const place = rows.length > items.length ? this.placeOf(items[items.length - 1]) : null;
    return { items, nextCursor: place && Buffer.from(JSON.stringify(place)).toString('base64url') };
  }

  /** The types of `placeValues`, by the names of the parameters. */
  get placeParameters(): Record<string, OrderKey['type']> {
    return Object.fromEntries(this.keys.map(({ type }, index) => [nameAt(index), type]));
  }

  placeValues(place: Place): Record<string, string> {
    return Object.fromEntries(place.map((text, index) => [nameAt(index), text === '' ? this.lastOf(index) : text]));
  }

  /** SQL: the row comes after the place. Columns may take the place of the keys, in their order. */
  after(columns: readonly string[] = this.keys.map(({ sql }) => sql)): string {
    return afterPlace(
      this.keys.map(({ direction, type }, index) => ({
        direction,
        column: columns[index],
        place: `:${nameAt(index)}::${type}`,
      })),
    );
  }

  get orderBy(): string {
    return `order by ${this.keys.map(({ sql, direction }) => `${sql} ${direction}`).join(', ')}`;
  }

  private isPlace(value: unknown): value is Place {
    const { keys } = this;
    if (!Array.isArray(value) || value.length !== keys.length) return false;
    return value.every((text: unknown, index) => typeof text === 'string' && fits(keys[index], text));
  }

  private placeOf(row: object): Place {
    return this.keys.map(({ property }) => textOf((row as Record<string, KeyValue>)[property]));
  }

  private lastOf(index: number): string {
    return this.keys[index].nullable ? 'infinity' : '';
  }
}

type KeyValue = Date | string | number | null;

interface Comparison {
  direction: OrderKey['direction'];
  column: string;
  place: string;
}

/** Keys of one direction are compared as a row; then, where they are equal, those of the other direction. */
function afterPlace(keys: readonly Comparison[]): string {
  const [{ direction }] = keys;
  const turn = keys.findIndex((key) => key.direction !== direction);
  const same = turn < 0 ? keys : keys.slice(0, turn);
  const sign = direction === 'asc' ? '>' : '<';
  const compared = (operator: string): string =>
    `(${same.map(({ column }) => column).join(', ')}) ${operator} (${same.map(({ place }) => place).join(', ')})`;
  if (turn < 0) return compared(sign);
  return `${compared(`${sign}=`)} and (${compared(sign)} or ${afterPlace(keys.slice(turn))})`;
}

function nameAt(index: number): string {
  return `place${index}`;
}

function fits({ type, of, nullable }: OrderKey, text: string): boolean {
  if (of) return of.includes(text);
  return FORMS[type](text) || (nullable === true && text === '');
}

/** Accepts only the format that `Date.toISOString` writes: PostgreSQL does not parse every format that requests may use. */
function isOwnInstant(text: string): boolean {
  return parseInstant(text)?.toISOString() === text;
}

function textOf(value: KeyValue): string {
  return value instanceof Date ? value.toISOString() : String(value ?? '');
}
