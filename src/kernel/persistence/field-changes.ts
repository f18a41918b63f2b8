import { isDeepStrictEqual } from 'node:util';

/** The changes in an audit entry: `{field: {from, to}}`; for a creation also plain values. */
export type Changes = Record<string, unknown>;

export const REDACTED = '[redacted]';

const hidden = new Map<object, Map<string, 'redacted' | 'internal'>>();

function hide(how: 'redacted' | 'internal'): PropertyDecorator {
  return ({ constructor }, property) => {
    const columns = hidden.get(constructor) ?? new Map<string, 'redacted' | 'internal'>();
    hidden.set(constructor, columns.set(String(property), how));
  };
}

/** Marks a column whose changed values are not written to the audit trail: secrets, endpoint URLs, text about a person. */
export function Redacted(): PropertyDecorator {
  return hide('redacted');
}

/** Marks a column that is not a field of the API: its changes are not in the audit trail. */
export function Internal(): PropertyDecorator {
  return hide('internal');
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
