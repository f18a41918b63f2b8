import { Setting } from '../settings/setting.decorator.js';

export class SecretSettings {
  @Setting.matching(
    /^[A-Za-z0-9+/_-]{43,}={0,2}(,[A-Za-z0-9+/_-]{43,}={0,2})*$/,
    'SECRET_KEYS must be base64 keys of at least 32 bytes, separated by commas',
  )
  SECRET_KEYS?: string;
}

/** The configured keys, the current one first. */
export function secretKeysOf({ SECRET_KEYS = '' }: SecretSettings): Buffer[] {
  return SECRET_KEYS.split(',')
    .filter((text) => text !== '')
    .map((text) => Buffer.from(text, 'base64'));
}
