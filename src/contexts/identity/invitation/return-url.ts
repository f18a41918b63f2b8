import { invalidField } from '#kernel/errors';
import { type FieldOptions, WebAddress } from '#kernel/fields';

const DESCRIPTION =
  'The page of your own that the link opens instead of the console: its origin is one of SIGN_IN_ORIGINS, and it has no ' +
  'query and no fragment';

/** The address of a page on which people sign in. */
export function ReturnUrl(options: FieldOptions = {}): PropertyDecorator {
  return WebAddress({
    description: DESCRIPTION,
    example: 'https://learn.example.com/join',
    optional: true,
    ...options,
  });
}

/** Throws 400 for a page of another origin, or with a query or a fragment, which would be joined to what is added. */
export function checkReturnUrl(returnUrl: string | undefined, origins: readonly string[]): void {
  if (returnUrl === undefined) return;
  if (/[?#]/.test(returnUrl)) throw invalidField('returnUrl', 'must not contain a query or a fragment');
  if (!origins.includes(new URL(returnUrl).origin)) {
    throw invalidField('returnUrl', 'must have an origin of SIGN_IN_ORIGINS');
  }
}
