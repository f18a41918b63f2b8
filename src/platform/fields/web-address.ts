import { Field, type FieldOptions } from './field.js';
import { textIssue } from './text.js';

const MAX_LENGTH = 2000;

/** An absolute http or https URL of at most 2000 characters; kept as it was sent. */
export function WebAddress(options: FieldOptions = {}): PropertyDecorator {
  // No `format: uri`: that one is ASCII only, while browsers and this service take any that can be parsed.
  const schema = { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: MAX_LENGTH } as const;
  return Field(schema, addressIssue, { example: 'https://media.example.com/giving-feedback.mp4', ...options });
}

function addressIssue(value: unknown): string | undefined {
  const issue = textIssue(value, 1, MAX_LENGTH);
  if (issue !== undefined) return issue;
  const address = value as string;
  // The URL parser forgives white space and missing slashes; a client that reads the address may not.
  return /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(address) && URL.canParse(address)
    ? undefined
    : 'must be an absolute http or https URL';
}
