import { AddressSettings } from '../settings/address.settings.js';
import { SettingsError, type Configuration } from '../settings/configuration.js';
import { originsOf } from '../settings/origins.js';
import { SignInSettings } from './sign-in.settings.js';

/** Hosts of this machine, where browsers do not ask for https. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Where people sign in. */
export class RelyingParty {
  /** The domain of passkeys. */
  readonly id: string;
  /** Those of the web pages on which people sign in; the first one is that of the console. */
  readonly origins: readonly string[];
  /** The same without the console's. */
  readonly pageOrigins: readonly string[];
  /** Where the console is, without `/console`. */
  readonly publicUrl: string;

  constructor({ PORT, PUBLIC_URL }: AddressSettings, { SIGN_IN_DOMAIN, SIGN_IN_ORIGINS }: SignInSettings) {
    this.publicUrl = PUBLIC_URL ?? `http://localhost:${PORT}`;
    const { origin, hostname } = new URL(this.publicUrl);
    this.id = (SIGN_IN_DOMAIN ?? hostname).toLowerCase();
    this.pageOrigins = originsOf(SIGN_IN_ORIGINS);
    this.origins = [origin, ...this.pageOrigins];
  }

  /** Why people cannot sign in at an origin; undefined where they can at all of them. */
  problem(): string | undefined {
    for (const origin of this.origins) {
      const { protocol, hostname } = new URL(origin);
      if (protocol !== 'https:' && !LOOPBACK.includes(hostname) && !hostname.endsWith('.localhost')) {
        return `${origin} must begin with https: people sign in there`;
      }
      if (hostname !== this.id && !hostname.endsWith(`.${this.id}`)) {
        return `the host of ${origin} must be SIGN_IN_DOMAIN or a host below it, which is ${this.id}`;
      }
    }
    return undefined;
  }
}

/** Throws SettingsError where people could not sign in. */
export function checkRelyingParty(configuration: Configuration): void {
  const problem = new RelyingParty(configuration.get(AddressSettings), configuration.get(SignInSettings)).problem();
  if (problem !== undefined)
    throw new SettingsError(`Configuration: PUBLIC_URL, SIGN_IN_DOMAIN, SIGN_IN_ORIGINS: ${problem}`);
}
