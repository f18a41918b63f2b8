import { declaredEntity } from '../internals/typeorm.js';
import type { OrderKey } from '../lists/list-order.js';
import type { Filters, FilterValues, ListDeclaration } from './list.js';
import type { Parameters, ValuesOf } from './statement.js';
import type { TenantEntity } from './tenant-entity.js';

/** A list of an entity's rows; in its SQL the row is called `item`. */
export interface EntityList<
  Entity extends TenantEntity,
  Of extends keyof Entity,
  By extends keyof Entity,
  P extends Parameters,
  F extends Filters,
> {
  rows: abstract new () => Entity;
  /** Columns whose value every query names. */
  of?: readonly Of[];
  /** Columns that a query may filter by. */
  by?: readonly By[];
  /** A condition on all rows, and the parameters that it or the filters take. */
  where?: string;
  parameters?: P;
  /** Further filters. */
  filters?: F;
  /** By default newest first: by id, which grows with time. */
  order?: { asc: readonly (keyof Entity & string)[] } | { desc: readonly (keyof Entity & string)[] };
}

/** The values that a query of the list names. */
export type EntityListValues<
  Entity,
  Of extends keyof Entity,
  By extends keyof Entity,
  P extends Parameters,
  F extends Filters,
> = { readonly [Column in Of]: Entity[Column] } & {
  readonly [Column in By]?: NonNullable<Entity[Column]> | undefined;
} & ValuesOf<P> &
  FilterValues<F>;

type AnyEntityList = EntityList<TenantEntity, never, never, Parameters, Filters>;

/** The SQL of a list of an entity's rows. */
export function entityList(declared: object): ListDeclaration {
  const { rows, of = [], by = [], where, parameters, filters, order = { desc: ['id'] } } = declared as AnyEntityList;
  const { table, columns } = declaredEntity(rows);
  const columnOf = (property: string): { sql: string; type: Parameters[string] } => {
    const column = columns.find((one) => one.property === property);
    if (!column) throw new Error(`${rows.name} has no column ${property}`);
    return { sql: `item.${column.name}`, type: column.type as Parameters[string] };
  };
  const equals = (property: string): string => `${columnOf(property).sql} = :${property}`;
  const conditions = [
    'item.organization_id = :organization',
    ...of.map(equals),
    ...(where === undefined ? [] : [where]),
  ];
  const names = columns.map(({ property }) => `${columnOf(property).sql} as "${property}"`);
  const from = `select ${names.join(', ')} from ${table} item where ${conditions.join(' and ')}`;
  const [direction, keys] = 'asc' in order ? (['asc', order.asc] as const) : (['desc', order.desc] as const);
  return {
    parameters: { ...parameters, ...Object.fromEntries(of.map((one: string) => [one, columnOf(one).type])) },
    filters: {
      ...Object.fromEntries(by.map((one: string) => [one, [columnOf(one).type, equals(one)] as const])),
      ...filters,
    },
    order: keys.map((property) => ({ property, direction, ...columnOf(property) }) as OrderKey),
    sql: (page) => `${from}${page.conditions} ${page.orderAndLimit}`,
  };
}
