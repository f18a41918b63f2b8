import { isRestricted, type KeyScope } from '#kernel/access';
import { invalidField } from '#kernel/errors';
import type { CreateApiKeyRequest } from './api-key.dto.js';
import type { MakingKey } from './api-key.repository.js';

/** The expiry and scopes of a new key, which neither outlives nor outranks the key that makes it. Throws 400. */
export function grantOf(
  { expiresAt, scopes }: Pick<CreateApiKeyRequest, 'expiresAt' | 'scopes'>,
  maker: MakingKey,
  now: Date,
): { expiresAt: Date | null; scopes: readonly string[] } {
  return { expiresAt: expiryOf(expiresAt, maker, now), scopes: scopesOf(scopes, maker) };
}

function expiryOf(sent: Date | null | undefined, { expiresAt: limit }: MakingKey, now: Date): Date | null {
  if (sent && sent <= now) throw invalidField('expiresAt', 'must be in the future');
  if (limit === null) return sent ?? null;
  if (sent === undefined) return limit;
  if (sent === null || sent > limit) {
    throw invalidField('expiresAt', 'must not be later than the expiry of the key that creates it');
  }
  return sent;
}

function scopesOf(sent: KeyScope[] | undefined, { scopes: limit }: MakingKey): readonly string[] {
  if (!isRestricted(limit)) return sent ?? [];
  if (sent === undefined) return limit;
  if (!isRestricted(sent) || sent.some((scope) => !limit.includes(scope))) {
    throw invalidField('scopes', 'must be restricted to scopes of the key that creates it');
  }
  return sent;
}
