export interface TableUse {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

const LITERAL_OR_COMMENT = /'(?:[^']|'')*'|--[^\n]*/g;
const QUERY_NAME = /(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const WRITTEN = /\b(?:insert\s+into|(?<!\bfor\s|\bno\s+key\s)update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;
const READ = /(?<!\bdelete\s|\bdistinct\s)\b(?:from|join|using)\s+(?:only\s+)?"?(\w+)"?(?!\w|"|\s*\()/gi;
/** Keywords that may follow `from`, `join` or `update` instead of a table. */
const NO_TABLE = new Set(['select', 'lateral', 'set', 'values', 'unnest', 'of']);

/** The tables that an SQL statement reads and writes; a table may be in both lists. */
export function tablesOf(sql: string): TableUse {
  const text = sql.replace(LITERAL_OR_COMMENT, '');
  const queries = new Set([...text.matchAll(QUERY_NAME)].map(([, name]) => name));
  const named = (pattern: RegExp): string[] => {
    const found = [...text.matchAll(pattern)].map(([, name]) => name);
    return [...new Set(found)].filter((name) => !queries.has(name) && !NO_TABLE.has(name.toLowerCase()));
  };
  return { reads: named(READ), writes: named(WRITTEN) };
}
