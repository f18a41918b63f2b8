import { ListOrder, type OrderKey } from '../lists/list-order.js';
import { pageSize, type Page, type PageQuery } from '../lists/page.js';
import type { Parameters, Statement, ValuesOf } from './statement.js';

/**
 * A condition that applies where its parameter, which has its name, has a value; that of a flag where it is true. Without a
 * condition the SQL of the list places it.
 */
export type Filters = Readonly<Record<string, readonly [type: Parameters[string] | 'flag', condition?: string]>>;

export type FilterValues<F extends Filters> = {
  readonly [Name in keyof F]?:
    | (F[Name][0] extends Parameters[string] ? NonNullable<ValuesOf<Record<Name, F[Name][0]>>[Name]> : boolean)
    | undefined;
};

/** The parts of a page's SQL. */
export interface PageSql {
  /** Conditions of the filters and, after the first page, of the place; each begins with `and`. */
  readonly conditions: string;
  readonly orderAndLimit: string;
  /** The condition of the place alone, with columns in place of the keys. Empty on the first page. */
  after(columns: readonly string[]): string;
  applies(filter: string): boolean;
}

/** A list of the rows of an SQL query. */
export interface ListDeclaration<P extends Parameters = Parameters, F extends Filters = Filters> {
  /** The parameters that every query names. */
  parameters?: P;
  filters?: F;
  order: readonly OrderKey[];
  sql: (page: PageSql) => string;
}

type Declare = (name: string, parameters: Parameters, sql: string) => Statement;

/**
 * A declared list: its order, and a statement for each combination of its filters, on the first page and after it. A
 * combination is compiled when it is first used. The one with all conditions is declared with the list, so that startup
 * checks every condition as part of a statement.
 */
export class List<Row = unknown, Values extends object = object> {
  declare readonly row?: Row;
  declare readonly values?: Values;
  readonly order: ListOrder;
  private readonly filters: Filters;
  private readonly filterNames: readonly string[];
  private readonly statements = new Map<string, Statement>();

  constructor(
    readonly name: string,
    private readonly declared: ListDeclaration,
    private readonly declare: Declare,
  ) {
    this.order = new ListOrder(declared.order);
    this.filters = declared.filters ?? {};
    this.filterNames = Object.keys(this.filters);
    this.statementOf([], { isAfter: false });
    this.statementOf(this.filterNames, { isAfter: true });
  }

  returning<Returned extends object>(): List<Returned, Values> {
    return this as unknown as List<Returned, Values>;
  }

  /** The statement of a page with its values. Throws 400 for a cursor of another list. */
  ask(query: PageQuery & Values): { statement: Statement<Row>; values: Record<string, unknown> } {
    const place = this.order.placeIn(query);
    const input = query as Record<string, unknown>;
    const statement = this.statementOf(this.filtersIn(input), { isAfter: place !== undefined });
    const bound: Record<string, unknown> = place ? this.order.placeValues(place) : {};
    bound.limit = pageSize(query) + 1;
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(statement.parameters)) values[name] = bound[name] ?? input[name];
    return { statement: statement as Statement<Row>, values };
  }

  page(rows: readonly (Row & object)[], query: PageQuery): Page<Row & object> {
    return this.order.page(rows, query);
  }

  private filtersIn(input: Record<string, unknown>): string[] {
    const { filters } = this;
    return this.filterNames.filter((name) =>
      filters[name][0] === 'flag' ? input[name] === true : input[name] !== undefined,
    );
  }

  private statementOf(used: readonly string[], { isAfter }: { isAfter: boolean }): Statement {
    const variant = `${isAfter} ${used.join(' ')}`;
    let statement = this.statements.get(variant);
    if (!statement) this.statements.set(variant, (statement = this.compile(used, isAfter)));
    return statement;
  }

  private compile(used: readonly string[], isAfter: boolean): Statement {
    const { order, filters } = this;
    const { parameters, sql } = this.declared;
    const conditions = used.flatMap((name) => filters[name][1] ?? []).map((one) => ` and ${one}`);
    const after = (columns?: readonly string[]): string => (isAfter ? ` and ${order.after(columns)}` : '');
    const text = sql({
      conditions: conditions.join('') + after(),
      orderAndLimit: `${order.orderBy} limit :limit::integer`,
      after,
      applies: (name) => used.includes(name),
    });
    const types = used.flatMap((name) => (filters[name][0] === 'flag' ? [] : [[name, filters[name][0]] as const]));
    const bound = {
      ...parameters,
      ...Object.fromEntries(types),
      ...(isAfter && order.placeParameters),
      limit: 'integer',
    };
    const suffix = this.statements.size === 0 ? '' : `_${this.statements.size}`;
    return this.declare(`${this.name}${suffix}`, bound as Parameters, text);
  }
}
