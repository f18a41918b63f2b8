import { declaredEntity, type DeclaredColumn, type EntityClass } from '../internals/typeorm.js';
import type { Value } from '../internals/pg.js';
import { encodeValue } from './encode-value.js';
import { claimName } from './statement.js';

/** A statement on rows of an entity's table; `$1` is the organization. */
export interface RowStatement {
  readonly name: string;
  readonly text: string;
}

/** The statements on one row, by its id, and on any number of rows. */
type Statements = Record<'insert' | 'update' | 'select' | 'lock' | 'insertAll' | 'updateAll' | 'lockAll', RowStatement>;

interface Forms extends Readonly<Statements> {
  readonly columns: readonly DeclaredColumn[];
  /** The columns that an update may set, in the order of their bits. */
  readonly settable: readonly DeclaredColumn[];
}

/** An UPDATE has a bit for each column, in a positive `integer`. */
const MAX_SETTABLE = 31;

const formsOf = new WeakMap<EntityClass, Forms>();

/**
 * The statements on an entity's rows. One UPDATE serves every combination of columns. Throws when an entity has too many
 * of them; the service asks for the statements of each entity when it starts.
 */
export function rowForms(entity: EntityClass): Forms {
  const cachedForms = formsOf.get(entity);
  if (cachedForms) return cachedForms;
  const { table, columns } = declaredEntity(entity);
  const own = columns.filter(({ property }) => property !== 'organizationId');
  const settable = own.filter(({ property }) => property !== 'id');
  if (settable.length > MAX_SETTABLE) {
    const problem = `${entity.name} has ${settable.length} columns besides its key`;
    throw new Error(`${problem}: an UPDATE sets at most ${MAX_SETTABLE}`);
  }
  const statements = statementsOn(table, columns, own, settable);
  for (const { name, text } of Object.values(statements)) claimName(name, text);
  const forms = { columns, settable, ...statements };
  formsOf.set(entity, forms);
  return forms;
}

function statementsOn(
  table: string,
  columns: readonly DeclaredColumn[],
  own: readonly DeclaredColumn[],
  settable: readonly DeclaredColumn[],
): Statements {
  const named = (of: readonly DeclaredColumn[], prefix = ''): string =>
    of.map(({ name }) => `${prefix}"${name}"`).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  // A column whose bit is not set keeps its value. An unchanged TOASTed value is not rewritten.
  const set = settable.map(
    ({ name }, index) => `"${name}" = case when $3::integer & ${2 ** index} <> 0 then $${index + 4} else "${name}" end`,
  );
  const typed = own.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  const select = `select ${named(columns)} from "${table}" where organization_id = $1 and id`;
  const update = `update "${table}" set ${set.join(', ')} where organization_id = $1 and id`;
  return {
    insert: { name: `insert_${table}`, text: `insert into "${table}" (${named(columns)}) values (${places})` },
    update: { name: `update_${table}`, text: `${update} = $2` },
    select: { name: `get_${table}`, text: `${select} = $2` },
    lock: { name: `lock_${table}`, text: `${select} = $2 for update` },
    // The organization comes from the row of the Idempotency-Key: Citus refuses an INSERT … SELECT without a tenant table.
    insertAll: {
      name: `insert_all_${table}`,
      text: `insert into "${table}" (organization_id, ${named(own)})
        select k.organization_id, ${named(own, 'r.')}
        from idempotency_keys k cross join jsonb_to_recordset($3::jsonb) as r (${typed})
        where k.organization_id = $1 and k.id = $2`,
    },
    updateAll: { name: `update_all_${table}`, text: `${update} = any($2::uuid[])` },
    lockAll: { name: `lock_all_${table}`, text: `${select} = any($2::uuid[]) order by id for update` },
  };
}

/** The row with all columns of its entity: missing ones are taken from `filled` or are null. */
export function completeRow<Row>({ settable }: Forms, row: object, filled: Record<string, unknown>): Row {
  const values = row as Record<string, unknown>;
  const complete: Record<string, unknown> = { id: values.id ?? filled.id };
  for (const { property } of settable) complete[property] = values[property] ?? filled[property] ?? null;
  return complete as Row;
}

/** The values of an INSERT. The organization is not copied into the row, which would give it another hidden class. */
export function insertValues({ columns }: Forms, organizationId: string, row: object): Value[] {
  return columns.map((column) => (column.property === 'organizationId' ? organizationId : encodeColumn(column, row)));
}

/** The rows as JSON objects by column, for an INSERT of several. Bytes are in the text form of PostgreSQL. */
export function recordsOf({ columns }: Forms, rows: readonly object[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, property }) => [name, asJson((row as Record<string, unknown>)[property])])),
  );
}

function asJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** The names of the columns that a change sets, in their order. Throws for any other name. */
export function changedColumns({ settable }: Forms, change: object): string[] {
  const names = Object.keys(change);
  const columns = settable.flatMap(({ property }) => (names.includes(property) ? [property] : []));
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} cannot be set`);
  return columns;
}

/** The values of an UPDATE that sets the columns in `change`. */
export function updateValues(forms: Forms, organizationId: string, id: string, change: object): Value[] {
  const { settable } = forms;
  changedColumns(forms, change);
  const bits = settable.reduce((sum, { property }, index) => sum + (property in change ? 2 ** index : 0), 0);
  return [organizationId, id, bits, ...settable.map((column) => encodeColumn(column, change))];
}

/** Maps the columns of a selected row to the properties of its entity. */
export function rowOf<Entity>({ columns }: Forms, row: Record<string, unknown>): Entity {
  return Object.fromEntries(columns.map((column) => [column.property, row[column.name]])) as Entity;
}

function encodeColumn({ property, type }: DeclaredColumn, row: object): Value {
  return encodeValue(type === 'jsonb', (row as Record<string, unknown>)[property]);
}
