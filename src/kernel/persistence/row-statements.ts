import type { EntityMetadata } from 'typeorm';
import type { Value } from '../internals/pg.js';
import { encodeValue } from './encode-value.js';
import { claimName } from './statement.js';

type Column = EntityMetadata['columns'][number];

/** A statement on one row of an entity's table; `$1` is the organization. */
export interface RowStatement {
  readonly name: string;
  readonly text: string;
}

interface Forms {
  readonly columns: readonly Column[];
  /** The columns that an update may set, in the order of their bits. */
  readonly settable: readonly Column[];
  readonly insert: RowStatement;
  readonly update: RowStatement;
  readonly select: RowStatement;
  readonly lock: RowStatement;
}

/** An UPDATE has a bit for each column, in a positive `integer`. */
const MAX_SETTABLE = 31;

const formsOf = new WeakMap<EntityMetadata, Forms>();

/** The four statements on an entity's rows by id. One UPDATE serves every combination of columns. */
export function rowForms(metadata: EntityMetadata): Forms {
  const cachedForms = formsOf.get(metadata);
  if (cachedForms) return cachedForms;
  const { columns, tableName } = metadata;
  const settable = settableColumns(metadata);
  const table = quoted(tableName);
  const names = columns.map((column) => quoted(column.databaseName)).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const byId = 'where organization_id = $1 and id = $2';
  // A column whose bit is not set keeps its value. An unchanged TOASTed value is not rewritten.
  const set = settable.map(({ databaseName }, index) => {
    const name = quoted(databaseName);
    return `${name} = case when $3::integer & ${2 ** index} <> 0 then $${index + 4} else ${name} end`;
  });
  const forms = {
    columns,
    settable,
    insert: { name: `insert_${tableName}`, text: `insert into ${table} (${names}) values (${places})` },
    update: { name: `update_${tableName}`, text: `update ${table} set ${set.join(', ')} ${byId}` },
    select: { name: `get_${tableName}`, text: `select ${names} from ${table} ${byId}` },
    lock: { name: `lock_${tableName}`, text: `select ${names} from ${table} ${byId} for update` },
  };
  for (const { name, text } of [forms.insert, forms.update, forms.select, forms.lock]) claimName(name, text);
  formsOf.set(metadata, forms);
  return forms;
}

/** The columns that an UPDATE may set. Throws when an entity has too many; the service checks each one when it starts. */
export function settableColumns({ columns, name }: EntityMetadata): Column[] {
  const settable = columns.filter(({ propertyName }) => propertyName !== 'organizationId' && propertyName !== 'id');
  if (settable.length <= MAX_SETTABLE) return settable;
  throw new Error(`${name} has ${settable.length} columns besides its key: an UPDATE sets at most ${MAX_SETTABLE}`);
}

/** The row with all columns of its entity: missing ones are taken from `filled` or are null. */
export function completeRow<Row>({ settable }: Forms, row: object, filled: Record<string, unknown>): Row {
  const values = row as Record<string, unknown>;
  const complete: Record<string, unknown> = { id: values.id ?? filled.id };
  for (const { propertyName } of settable)
    complete[propertyName] = values[propertyName] ?? filled[propertyName] ?? null;
  return complete as Row;
}

/** The values of an INSERT. The organization is not copied into the row, which would give it another hidden class. */
export function insertValues({ columns }: Forms, organizationId: string, row: object): Value[] {
  return columns.map((column) =>
    column.propertyName === 'organizationId' ? organizationId : encodeColumn(column, row),
  );
}

/** The rows as JSON objects by column, for an INSERT of several. */
export function recordsOf({ columns }: Forms, rows: readonly object[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ databaseName, propertyName }) => [databaseName, (row as Record<string, unknown>)[propertyName]]),
    ),
  );
}

/** The names of the columns that a change sets, in their order. Throws for any other name. */
export function changedColumns({ settable }: Forms, change: object): string[] {
  const names = Object.keys(change);
  const columns = settable.flatMap(({ propertyName }) => (names.includes(propertyName) ? [propertyName] : []));
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} cannot be set`);
  return columns;
}

/** The values of an UPDATE that sets the columns in `change`. */
export function updateValues(forms: Forms, organizationId: string, id: string, change: object): Value[] {
  const { settable } = forms;
  changedColumns(forms, change);
  const bits = settable.reduce((sum, { propertyName }, index) => sum + (propertyName in change ? 2 ** index : 0), 0);
  return [organizationId, id, bits, ...settable.map((column) => encodeColumn(column, change))];
}

/** Maps the columns of a selected row to the properties of its entity. */
export function rowOf<Entity>({ columns }: Forms, row: Record<string, unknown>): Entity {
  return Object.fromEntries(columns.map((column) => [column.propertyName, row[column.databaseName]])) as Entity;
}

function encodeColumn({ propertyName, type }: Column, row: object): Value {
  return encodeValue(type === 'jsonb', (row as Record<string, unknown>)[propertyName]);
}

function quoted(identifier: string): string {
  return `"${identifier}"`;
}
