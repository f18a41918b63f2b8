import { Statement, type Parameters } from './statement.js';

/** Tables of no tenant, readable by every one. Row-level security restricts writes to `api_keys` only. */
export const GLOBAL_TABLES: readonly string[] = ['organizations', 'accounts', 'api_keys'];

/** The privileges of the service's role on a table. */
type Privileges = `select, insert${'' | ', update'}${'' | ', delete'}`;

const declared = new Map<string, Tables>();

/** The tables that a context owns, with the privileges that its statements use, and those that it reads. Its statements are declared here and may name no others. */
export class Tables {
  readonly owner: string;
  readonly owns: Readonly<Record<string, Privileges>>;
  readonly reads: readonly string[];

  constructor({ owner, owns, reads = [] }: { owner: string; owns: Tables['owns']; reads?: readonly string[] }) {
    if (declared.has(owner)) throw new Error(`the tables of ${owner} are declared twice`);
    this.owner = owner;
    this.owns = owns;
    this.reads = reads;
    declared.set(owner, this);
  }

  /** Declares a statement: see `Statement.declare`. Throws when it reads or writes a table that is not declared. */
  statement<const P extends Parameters>(name: string, parameters: P, sql: string): Statement<unknown, P> {
    const statement = Statement.declare(name, parameters, sql);
    const { reads, writes } = statement.tables;
    const foreign = [
      ...writes.filter((table) => !(table in this.owns)).map((table) => `writes ${table}`),
      ...reads.filter((table) => !(table in this.owns || this.reads.includes(table))).map((table) => `reads ${table}`),
    ];
    if (foreign.length > 0)
      throw new Error(`statement ${name}: ${this.owner} does not declare that it ${foreign.join(', ')}`);
    return statement;
  }
}

export function declaredTables(): ReadonlyMap<string, Tables> {
  return declared;
}
