import { Field, type FieldOptions } from '#kernel/fields';

const FORM = /^[A-Za-z0-9_-]+$/;

/** The bytes of a base64url text without padding; null for any other text. Of several spellings that decode alike, one is accepted. */
export function base64UrlBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : null;
}

/** A field with the base64url of bytes, as the JSON of WebAuthn has them. `max` bounds its characters. */
export function Base64Url({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const issue = `must be base64url without padding, at most ${max} characters`;
  const isValid = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= max && base64UrlBytes(value) !== null;
  return Field(
    { type: 'string', pattern: FORM.source, minLength: 2, maxLength: max },
    (value) => (isValid(value) ? undefined : issue),
    options,
  );
}
