import { Setting, SettingsError } from '#kernel/settings';

export class StripeSettings {
  /** Where Stripe, or a stand-in for it, is reached. */
  @Setting.checked(problemOfHost) STRIPE_API_HOST = 'https://api.stripe.com:443';
}

/** Throws SettingsError for a host to which secrets would be sent in the clear. */
export function checkStripe({ STRIPE_API_HOST }: StripeSettings, { isProduction }: { isProduction: boolean }): void {
  if (isProduction && new URL(STRIPE_API_HOST).protocol !== 'https:')
    throw new SettingsError('Configuration: STRIPE_API_HOST must be an https URL with NODE_ENV=production');
}

function problemOfHost(text: string): string | undefined {
  const match = /^https?:\/\/[^/?#@\s]+:\d{1,5}$/.test(text) && URL.canParse(text);
  return match ? undefined : 'must be an http or https URL with a port and no path, like https://api.stripe.com:443';
}
