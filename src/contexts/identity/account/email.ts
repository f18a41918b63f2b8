import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field, type FieldOptions } from '#kernel/fields';

const MAX_LENGTH = 254;
const ADDRESS = /^[^\s\p{C}@<>"(),;:\\]+@[^\s\p{C}@.<>"(),;:\\]+(\.[^\s\p{C}@.<>"(),;:\\]+)+$/u;

/** Checks the syntax and the length (at most 254 characters), not that the address receives mail. */
export function isEmailAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && ADDRESS.test(value);
}

/** The form in which addresses are stored and compared: lower case, Unicode normalization form C. */
export function normalizedEmail(address: string): string {
  return address.trim().toLowerCase().normalize('NFC');
}

/** An e-mail address, normalized when the request is read. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Field(
      { type: 'string', pattern: ADDRESS.source, maxLength: MAX_LENGTH },
      (value) => (isEmailAddress(value) ? undefined : 'must be an e-mail address'),
      { example: 'ada@example.com', ...options },
    ),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalizedEmail(value) : value), {
      toClassOnly: true,
    }),
  );
}
