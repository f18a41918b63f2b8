import { isDeepStrictEqual } from 'node:util';
import { Column, type ColumnOptions } from 'typeorm';

/** The changes in an audit entry: `{field: {from, to}}`; for a creation also plain values. */
export type Changes = Record<string, unknown>;

export const REDACTED = '[redacted]';

const hidden = new Map<object, Map<string, 'redacted' | 'internal'>>();

function hiddenColumn(how: 'redacted' | 'internal', options: ColumnOptions): PropertyDecorator {
  return (target, property) => {
    const columns = hidden.get(target.constructor) ?? new Map<string, 'redacted' | 'internal'>();
    hidden.set(target.constructor, columns.set(String(property), how));
    Column(options)(target, property);
  };
}

/** A column whose changed values are not written to the audit trail: secrets, endpoint URLs, text about a person. */
export function RedactedColumn(options: ColumnOptions): PropertyDecorator {
  return hiddenColumn('redacted', options);
}

/** A column that is not a field of the API: its changes are not in the audit trail. */
export function InternalColumn(options: ColumnOptions): PropertyDecorator {
  return hiddenColumn('internal', options);
}

/** `{from, to}` of every field that the change alters, without internal ones; values of redacted fields are replaced. */
export function fieldChanges(entity: string | object, row: object, change: object): Changes {
  const columns = typeof entity === 'string' ? undefined : hidden.get(entity);
  const before = row as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(change).flatMap(([field, to]: [string, unknown]) => {
      const from = before[field];
      const how = columns?.get(field);
      if (how === 'internal' || isDeepStrictEqual(from, to)) return [];
      return [[field, how ? { from: REDACTED, to: REDACTED } : { from: from ?? null, to }]];
    }),
  );
}
