import { Setting } from './setting.decorator.js';

/** Where clients reach the service. */
export class AddressSettings {
  @Setting.integer({ min: 0, max: 65_535 }) PORT = 3000;

  /** For URLs in responses and for sign-ins; by default the host of the request, and of sign-ins localhost. */
  @Setting.checked(problemOfPublicUrl) PUBLIC_URL?: string;
}

/** Returns what the setting must be; undefined for a valid value. */
export function problemOfPublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && ['http:', 'https:'].includes(url.protocol) && text === url.origin + basePath(url);
  return isBase ? undefined : 'must be an http or https URL without a slash at its end, like https://api.example.com';
}

function basePath({ pathname }: URL): string {
  return pathname === '/' ? '' : pathname.replace(/\/$/, '');
}
