/** String literals, quoted identifiers, comments and casts, which are skipped, or a parameter. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|:([a-zA-Z]\w*)/g;

/** Replaces `:name` by `$1`, `$2`, …: the organization first, then in the order of first appearance. */
export function compileSql(sql: string): { text: string; places: readonly string[] } {
  const names = [...sql.matchAll(TOKEN)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const places = [...new Set(names.includes('organization') ? ['organization', ...names] : names)];
  const text = sql.replace(TOKEN, (token, name?: string) =>
    name === undefined ? token : `$${places.indexOf(name) + 1}`,
  );
  return { text, places };
}
