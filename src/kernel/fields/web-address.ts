import { Field, type FieldOptions } from './field.js';
import { textIssue } from './text.js';

const MAX_LENGTH = 2000;

/** An absolute http or https URL of at most 2000 characters, which is not normalized. */
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
    (scheme.test(value as string) && isAddress(value as string) ? undefined : refusal);
  return Field(schema, check, options);
}

/** The URL parser accepts white space and missing slashes; clients that read the address may not. */
function isAddress(text: string): boolean {
  return /^[a-z]+:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text);
}
