import { Statement, type Parameters } from './statement.js';

/** Tables of no tenant, readable by every one. Row-level security restricts writes to `api_keys` only. */
export const GLOBAL_TABLES: readonly string[] = ['organizations', 'accounts', 'api_keys'];

const declared = new Map<string, Tables>();

/** The tables that a context owns and reads. Its statements are declared here and may name no others. */
export class Tables {
  readonly owner: string;
  readonly owns: readonly string[];
  readonly reads: readonly string[];

  constructor({ owner, owns, reads = [] }: { owner: string; owns: readonly string[]; reads?: readonly string[] }) {
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
      ...writes.filter((table) => !this.owns.includes(table)).map((table) => `writes ${table}`),
      ...reads.filter((table) => ![...this.owns, ...this.reads].includes(table)).map((table) => `reads ${table}`),
    ];
    if (foreign.length > 0)
      throw new Error(`statement ${name}: ${this.owner} does not declare that it ${foreign.join(', ')}`);
    return statement;
  }
}

export function declaredTables(): ReadonlyMap<string, Tables> {
  return declared;
}
