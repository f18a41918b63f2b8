/** A path in the log has at most this many characters. */
const MAX_LENGTH = 200;
/** API keys and session keys, also parts of them. */
const KEY = /d(sk|session)_[\w-]*/gi;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A long run of characters, with a digit or a capital among them: no word of a path, maybe a token. */
const TOKEN = /^(?=.*[\dA-Z])[^/]{16,}$/;
const REDACTED = '[redacted]';

/** The path as the log has it: bounded, printable ASCII, without what may be a key. Ids stay, as they are what one looks for. */
export function loggedPath(url: string): string {
  const [path] = url.split('?', 1);
  const segments = path.split('/').map((segment) => (TOKEN.test(segment) && !UUID.test(segment) ? REDACTED : segment));
  return bounded(withoutKeys(segments.join('/')));
}

/** A correlation id as the log has it: clients choose it, and it may be long and random. */
export function loggedCorrelationId(id: string): string {
  return bounded(withoutKeys(id));
}

function withoutKeys(text: string): string {
  return text.replace(KEY, REDACTED);
}

function bounded(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > MAX_LENGTH ? `${printable.slice(0, MAX_LENGTH)}...` : printable;
}
