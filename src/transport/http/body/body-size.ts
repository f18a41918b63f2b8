const MAX_DEPTH = 20;
/** The limit of a request to the API. */
export const MAX_VALUES = 10_000;

const [QUOTE, ESCAPE, COMMA, SPACE] = Buffer.from('"\\, ');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]');

/**
 * Whether a JSON text is nested too deeply or has too many values. Looks at bytes only, because parsing 28,000 members
 * takes thirty times as long. Where it is wrong about what is not JSON, the parser refuses the text.
 */
export function isOversized(json: Uint8Array, maxValues = MAX_VALUES): boolean {
  let depth = 0;
  let values = 1;
  let isOpened = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte <= SPACE) continue;
    const isClosed = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    const isFirst = isOpened && !isClosed;
    if (isFirst && depth > MAX_DEPTH) return true;
    // Before each further value of an object or list there is a comma.
    if (isFirst || byte === COMMA) values += 1;
    if (values > maxValues) return true;
    isOpened = byte === OPEN_OBJECT || byte === OPEN_LIST;
    if (isOpened) depth += 1;
    else if (isClosed) depth -= 1;
    else if (byte === QUOTE) at = endOfString(json, at);
  }
  return false;
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === ESCAPE ? 2 : 1;
  return at;
}
