import { Field, type FieldOptions } from './field.js';
import { textIssue } from './text.js';

const MAX_LENGTH = 2000;

/** An absolute http or https URL of at most 2000 characters, which is not normalized. */
export function WebAddress(options: FieldOptions = {}): PropertyDecorator {
  // Not `format: uri`, which is ASCII only: browsers and this service accept every URL that can be parsed.
  const schema = { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: MAX_LENGTH } as const;
  return Field(schema, addressIssue, { example: 'https://media.example.com/giving-feedback.mp4', ...options });
}

function addressIssue(value: unknown): string | undefined {
  const issue = textIssue(value, 1, MAX_LENGTH);
  if (issue !== undefined) return issue;
  const address = value as string;
  // The URL parser accepts white space and missing slashes; clients that read the address may not.
  return /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(address) && URL.canParse(address)
    ? undefined
    : 'must be an absolute http or https URL';
}
