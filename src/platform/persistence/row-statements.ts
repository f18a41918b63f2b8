import type { EntityMetadata } from 'typeorm';
import type { Statement, Value } from './statement.js';
import { statement } from './statement.js';

type Column = EntityMetadata['columns'][number];

interface Insert {
  statement: Statement;
  columns: Column[];
}

const inserts = new WeakMap<EntityMetadata, Insert>();

/**
 * The named INSERT of an entity, made once from its metadata, with the row's encoded values. The organization comes
 * beside the row: V8 would make a hidden class for each copy that has one property more.
 */
export function insertRow(
  metadata: EntityMetadata,
  organizationId: string,
  row: object,
): { statement: Statement; values: Value[] } {
  let insert = inserts.get(metadata);
  if (!insert) {
    const { columns } = metadata;
    const names = columns.map((column) => quoted(column.databaseName)).join(', ');
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${quoted(metadata.tableName)} (${names}) values (${places})`;
    insert = { statement: statement(`insert_${metadata.tableName}`, text), columns };
    inserts.set(metadata, insert);
  }
  return { statement: insert.statement, values: encodeAll(insert.columns, row, organizationId) };
}

/** The named UPDATE of one row that sets the columns present in `change`. */
export function updateRow(
  metadata: EntityMetadata,
  key: { organizationId: string; id: string },
  change: object,
): { statement: Statement; values: Value[] } {
  const names = Object.keys(change);
  const columns = metadata.columns.filter((column) => names.includes(column.propertyName));
  if (columns.length !== names.length) throw new Error(`not all of ${names.join(', ')} are columns`);
  const places = columns.map((column, index) => `${quoted(column.databaseName)} = $${index + 3}`).join(', ');
  const signature = columns.map((column) => metadata.columns.indexOf(column)).join('_');
  return {
    statement: statement(
      `update_${metadata.tableName}_${signature}`,
      `update ${quoted(metadata.tableName)} set ${places} where organization_id = $1 and id = $2`,
    ),
    values: [key.organizationId, key.id, ...encodeAll(columns, change)],
  };
}

function encodeAll(columns: Column[], row: object, organizationId?: string): Value[] {
  return columns.map((column) =>
    column.propertyName === 'organizationId' && organizationId !== undefined
      ? organizationId
      : encode(column, (row as Record<string, unknown>)[column.propertyName]),
  );
}

/** Encodes before anything is sent: a value that can't be encoded must not leave a statement out of a transaction. */
function encode(column: Column, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (column.type === 'jsonb') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`column ${column.databaseName} can't hold a ${typeof value}`);
}

function quoted(identifier: string): string {
  return `"${identifier}"`;
}
