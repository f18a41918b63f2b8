import type { Value } from '../internals/pg.js';
import { compileSql } from './compiled-sql.js';
import { encodeValue } from './encode-value.js';
import { tablesOf, type TableUse } from './table-use.js';

/** The PostgreSQL types of parameters, with the TypeScript type of each. */
interface ParameterTypes {
  uuid: string;
  text: string;
  integer: number;
  boolean: boolean;
  /** Calendar date, `YYYY-MM-DD`. */
  date: string;
  timestamptz: Date;
  jsonb: unknown;
  bytea: Buffer;
  'bytea[]': readonly Buffer[];
  'uuid[]': readonly string[];
  'text[]': readonly (string | null)[];
}

export type Parameters = Readonly<Record<string, keyof ParameterTypes>>;

export type ValuesOf<P extends Parameters> = { readonly [Name in keyof P]: ParameterTypes[P[Name]] | null };

/** No argument for a statement without parameters. */
export type Arguments<P extends Parameters> = [keyof P] extends [never] ? [] : [values: ValuesOf<P>];

/** PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63;

const declared = new Map<string, Statement>();
const texts = new Map<string, string>();

/** A named SQL statement, parsed and planned once per connection, that returns rows of the type `Row`. */
export class Statement<Row = unknown, P extends Parameters = Parameters> {
  declare readonly row?: Row;

  private constructor(
    readonly name: string,
    /** The SQL with `$1`, `$2`, … in place of named parameters. */
    readonly text: string,
    readonly places: readonly string[],
    readonly parameters: Parameters,
    readonly tables: TableUse,
  ) {}

  /**
   * Declares a statement with parameters `:name`; `:organization` is bound by the session. Throws when the name is too long
   * or taken, when a parameter in the SQL is not declared, and when a declared one is not used.
   */
  static declare<const P extends Parameters>(name: string, parameters: P, sql: string): Statement<unknown, P> {
    const { text, places } = compileSql(sql);
    const unbound = places.filter((place) => place !== 'organization' && !(place in parameters));
    if (unbound.length > 0) throw new Error(`statement ${name}: nothing binds :${unbound.join(', :')}`);
    const unused = Object.keys(parameters).filter((parameter) => !places.includes(parameter));
    if (unused.length > 0) throw new Error(`statement ${name}: the SQL does not use :${unused.join(', :')}`);
    claimName(name, text);
    const statement = new Statement<unknown, P>(name, text, places, parameters, tablesOf(text));
    declared.set(name, statement);
    return statement;
  }

  returning<Returned>(): Statement<Returned, P> {
    return this as unknown as Statement<Returned, P>;
  }

  encode(values: object, organizationId?: string): Value[] {
    const encoded = this.places.map((place) => {
      const type = this.parameters[place];
      if (type === undefined) return organizationId ?? this.missing('organization');
      const value = (values as Record<string, unknown>)[place];
      return value === undefined ? this.missing(place) : encodeValue(type === 'jsonb', value);
    });
    if (Object.keys(values).length > Object.keys(this.parameters).length) {
      throw new Error(`statement ${this.name} was given a value that it does not take`);
    }
    return encoded;
  }

  private missing(place: string): never {
    throw new Error(`statement ${this.name} was run without :${place}`);
  }
}

/** A query of rows that a read lists and a write locks. */
export class Lockable<Row, P extends Parameters> {
  constructor(
    readonly list: Statement<Row, P>,
    readonly lock: Statement<Row, P>,
  ) {}

  returning<Returned>(): Lockable<Returned, P> {
    return this as unknown as Lockable<Returned, P>;
  }
}

export function declaredStatements(): ReadonlyMap<string, Statement> {
  return declared;
}

/** Names are unique: a connection prepares one text for a name. Throws when it is too long or has another text. */
export function claimName(name: string, text: string): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`statement ${name}: the name is longer than 63 bytes`);
  if ((texts.get(name) ?? text) !== text) throw new Error(`statement ${name}: another one has the name`);
  texts.set(name, text);
}
