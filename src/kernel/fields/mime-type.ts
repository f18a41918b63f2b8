import { Field, type FieldOptions } from './field.js';
import { lowerCase } from './text.js';

/** A registrable name (RFC 6838, 4.2), which is narrower than the token that RFC 9110 allows in a Content-Type. */
const NAME = '[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';
const MIME_TYPE = new RegExp(`^${NAME}/${NAME}$`, 'i');
const MIME_TYPE_RANGE = new RegExp(`^${NAME}/(\\*|${NAME})$`, 'i');

/** A MIME type without parameters, converted to lower case. */
export function MimeType(options: FieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (matches(MIME_TYPE, value) ? undefined : 'must be a MIME type');
  return Field({ type: 'string' }, check, options, lowerCase);
}

/** The check of `type/subtype` or `type/*`, case-insensitive. */
export function mimeTypeRangeIssue(value: unknown): string | undefined {
  return matches(MIME_TYPE_RANGE, value) ? undefined : 'must be a MIME type, type/subtype or type/*';
}

function matches(grammar: RegExp, value: unknown): boolean {
  return typeof value === 'string' && grammar.test(value);
}
