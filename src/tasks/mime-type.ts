const TOKEN = "[a-z0-9][a-z0-9!#$&^_.+'-]{0,126}";
const MIME_TYPE = new RegExp(`^${TOKEN}/(\\*|${TOKEN})$`, 'i');

/** True for `type/subtype` and `type/*`, in any case. */
export function isMimeType(value: unknown): value is string {
  return typeof value === 'string' && MIME_TYPE.test(value);
}

/** Lower-cased, each once, in the order given. */
export function normalizeMimeTypes(types: readonly string[]): string[] {
  return [...new Set(types.map((type) => type.toLowerCase()))];
}

/** Whether a type, its parameters aside, is among the accepted ones (normalized). None accepted means any. */
export function acceptsMimeType(accepted: readonly string[], mimeType: string): boolean {
  const type = mimeType.split(';', 1)[0].trim().toLowerCase();
  const matches = (one: string): boolean => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type);
  return accepted.length === 0 || accepted.some(matches);
}
