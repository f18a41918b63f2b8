import { Origins } from '../settings/origins.js';
import { Setting } from '../settings/setting.decorator.js';

/** Sign-ins of people. */
export class SignInSettings {
  /** The longest life of a sign-in. */
  @Setting.integer({ min: 1, max: 720 }) SIGN_IN_HOURS = 12;
  /** A sign-in ends after so long without an authenticated request. */
  @Setting.integer({ min: 5, max: 43_200 }) SIGN_IN_IDLE_MINUTES = 120;
  /** The domain of passkeys; by default the host of PUBLIC_URL. */
  @Setting.text() SIGN_IN_DOMAIN?: string;
  /** Comma-separated origins of the web pages, besides the console, on which people sign in. */
  @Origins() SIGN_IN_ORIGINS = '';
  /** Requests per minute to the routes of sign-in, by remote address; 0 turns the limit off. */
  @Setting.integer({ min: 0, max: 100_000_000 }) DOOR_REQUESTS_PER_MINUTE = 120;
}
