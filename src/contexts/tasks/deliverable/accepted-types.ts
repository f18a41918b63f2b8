/** In lower case, without duplicates, in the given order. */
export function normalizeMimeTypes(types: readonly string[]): string[] {
  return [...new Set(types.map((type) => type.toLowerCase()))];
}

/** Whether the type, ignoring parameters, matches one of the accepted (normalized) types; an empty list matches any. */
export function acceptsMimeType(accepted: readonly string[], mimeType: string): boolean {
  const type = mimeType.split(';', 1)[0].trim().toLowerCase();
  const matches = (one: string): boolean => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type);
  return accepted.length === 0 || accepted.some(matches);
}
