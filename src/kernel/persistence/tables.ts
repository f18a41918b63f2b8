import { entityList, type EntityList, type EntityListValues } from './entity-list.js';
import { List, type Filters, type FilterValues, type ListDeclaration } from './list.js';
import { Lockable, Statement, type Parameters, type ValuesOf } from './statement.js';
import type { TenantEntity } from './tenant-entity.js';

/** Tables of no tenant, readable by every one. Row-level security restricts writes to `api_keys` only. */
export const GLOBAL_TABLES: readonly string[] = ['organizations', 'accounts', 'api_keys'];

/** The privileges of the service's role on a table. */
type Privileges = 'select' | `select, insert${'' | ', update'}${'' | ', delete'}`;

// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- meant: neither a parameter nor a filter has to be given
type Empty = {};

const declared = new Map<string, Tables>();

interface TablesOf {
  owner: string;
  owns: Tables['owns'];
  reads?: readonly string[];
  /** Tables of other contexts whose texts the erasure of a person removes. Nothing else writes what it does not own. */
  erases?: readonly string[];
}

/** The tables that a context owns, with the privileges that its statements use, and those that it reads. Its statements are declared here and may name no others. */
export class Tables {
  readonly owner: string;
  readonly owns: Readonly<Record<string, Privileges>>;
  readonly reads: readonly string[];
  readonly erases: readonly string[];

  constructor({ owner, owns, reads = [], erases = [] }: TablesOf) {
    if (declared.has(owner)) throw new Error(`the tables of ${owner} are declared twice`);
    this.owner = owner;
    this.owns = owns;
    this.reads = [...reads, ...erases];
    this.erases = erases;
    declared.set(owner, this);
  }

  /** Declares a statement: see `Statement.declare`. Throws when it reads or writes a table that is not declared. */
  statement<const P extends Parameters>(name: string, parameters: P, sql: string): Statement<unknown, P> {
    const statement = Statement.declare(name, parameters, sql);
    const { reads, writes } = statement.tables;
    const foreign = [
      ...writes
        .filter((table) => !(table in this.owns || this.erases.includes(table)))
        .map((table) => `writes ${table}`),
      ...reads.filter((table) => !(table in this.owns || this.reads.includes(table))).map((table) => `reads ${table}`),
    ];
    if (foreign.length > 0)
      throw new Error(`statement ${name}: ${this.owner} does not declare that it ${foreign.join(', ')}`);
    return statement;
  }

  /**
   * Declares a query twice: as `list_<name>` for reads, and as `lock_<name>` with row locks.
   *
   *     const tasksToTransfer = taskTables.lockable('tasks_to_transfer', { enrollment: 'uuid' }, `select … order by id`);
   *     await uow.query(tasksToTransfer.lock, { enrollment });
   */
  lockable<const P extends Parameters>(name: string, parameters: P, sql: string, lock = 'for update') {
    const list = this.statement(`list_${name}`, parameters, sql);
    return new Lockable(list, this.statement(`lock_${name}`, parameters, `${sql} ${lock}`));
  }

  /**
   * Declares a list, which `scope.list` pages through: of an entity's rows, or of the rows of an SQL query. Its conditions
   * are held to the same rules as statements.
   *
   *     const listBlockers = followUpTables.list('list_blockers', { rows: BlockerEntity, of: ['enrollmentId'], by: ['status'] });
   *     const page = await scope.list(listBlockers, { ...query, enrollmentId }, toResources(Blocker));
   */
  list<
    Entity extends TenantEntity,
    const Of extends keyof Entity = never,
    const By extends keyof Entity = never,
    const P extends Parameters = Empty,
    const F extends Filters = Empty,
  >(name: string, declared: EntityList<Entity, Of, By, P, F>): List<Entity, EntityListValues<Entity, Of, By, P, F>>;
  list<const P extends Parameters = Empty, const F extends Filters = Empty>(
    name: string,
    declared: ListDeclaration<P, F>,
  ): List<object, ValuesOf<P> & FilterValues<F>>;
  list(name: string, declared: ListDeclaration | { rows: unknown }): List {
    const declaration = 'rows' in declared ? entityList(declared) : declared;
    return new List(name, declaration, (variant, parameters, sql) => this.statement(variant, parameters, sql));
  }
}

export function declaredTables(): ReadonlyMap<string, Tables> {
  return declared;
}
