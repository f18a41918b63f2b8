import { Field, type FieldOptions } from './field.js';
import { textIssue } from './text.js';

const MAX_LENGTH = 2000;
/** They reorder how the address is shown: the host that a reader sees would not be the one that a link leads to. */
const BIDIRECTIONAL = /\p{Bidi_Control}/u;

/** An absolute http or https URL of at most 2000 characters, without a user part, which is not normalized. */
export function WebAddress(options: FieldOptions = {}): PropertyDecorator {
  const withExample = { example: 'https://media.example.com/giving-feedback.mp4', ...options };
  return addressField('^[Hh][Tt][Tt][Pp][Ss]?://', /^https?:/i, 'must be an absolute http or https URL', withExample);
}

/** The same, https only. */
export function SecureWebAddress(options: FieldOptions = {}): PropertyDecorator {
  return addressField('^[Hh][Tt][Tt][Pp][Ss]://', /^https:/i, 'must be an absolute https URL', options);
}

function addressField(pattern: string, scheme: RegExp, refusal: string, options: FieldOptions): PropertyDecorator {
  // Not `format: uri`, which is ASCII only: browsers and this service accept every URL that can be parsed.
  const schema = { type: 'string', pattern, maxLength: MAX_LENGTH } as const;
  const check = (value: unknown): string | undefined =>
    textIssue(value, 1, MAX_LENGTH) ??
    (scheme.test(value as string) && isAddress(value as string) ? undefined : refusal) ??
    (BIDIRECTIONAL.test(value as string) ? 'must not contain bidirectional controls' : undefined) ??
    (hasUserPart(value as string) ? 'must not contain a user name or password' : undefined);
  return Field(schema, check, options);
}

/** The URL parser accepts white space and missing slashes; clients that read the address may not. */
function isAddress(text: string): boolean {
  return /^[a-z]+:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text);
}

/** Also an empty one: `https://@example.com`. */
function hasUserPart(text: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*@/i.test(text);
}
