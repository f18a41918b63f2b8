import { invalidField } from '#kernel/errors';

/** Throws 400 for a page of another origin, or with a query or a fragment, which would be joined to what is added. */
export function checkReturnUrl(returnUrl: string, origins: readonly string[]): void {
  if (/[?#]/.test(returnUrl)) throw invalidField('returnUrl', 'must not contain a query or a fragment');
  if (!origins.includes(new URL(returnUrl).origin)) {
    throw invalidField('returnUrl', 'must have an origin of CALENDAR_RETURN_ORIGINS');
  }
}
