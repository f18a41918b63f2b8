import { refusal, refusedIn } from '#kernel/errors';
import { administrators } from '#kernel/access';
import { Instant, TextList, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { manageableKey, narrowToManageable } from '../member/member.policy.js';
import { ApiKey, ApiKeysQuery, CreateApiKeyRequest, CreatedApiKey } from './api-key.dto.js';

class ApiKeyRevoked {
  @Uuid() apiKeyId: string;
  @Uuid() memberId: string;
}

class ApiKeyCreated extends ApiKeyRevoked {
  @TextList(() => undefined, { example: ['mcp:manage'] }) scopes: string[];
  @Instant({ nullable: true }) expiresAt: string | null;
}

/** Active: neither revoked nor expired. */
export const MAX_ACTIVE_KEYS = 50;

export const keyLimit = refusal(
  'api_key_limit',
  `The member has ${MAX_ACTIVE_KEYS} active API keys. Revoke one first.`,
);

const apiKeys = resource({
  noun: 'API key',
  path: '/api-keys/:apiKeyId',
  response: ApiKey,
  target: manageableKey,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const listApiKeys = apiKeys.list({
  query: ApiKeysQuery,
  description: 'Newest first, expired and revoked keys included. The response never contains a secret.',
});

export const createApiKey = apiKeys.create({
  description:
    'Returns the key in `key` only once: the service stores a hash, and `key` is null in a replay. Only an OWNER can ' +
    'create a key for an OWNER. A key neither outlives nor outranks the key that creates it: without expiresAt it ' +
    'expires together with it, and without scopes it has the same restriction. A key that is created in a sign-in may ' +
    'outlive it.',
  recentSignIn: 'always',
  body: CreateApiKeyRequest,
  response: CreatedApiKey,
  event: declareEvent('api_key.created', 'An API key was created for a member.', ApiKeyCreated),
  narrowReplay: narrowToManageable,
  shownOnce: ['key'],
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, memberId is not an active member ' +
      'of the organization, expiresAt is in the past or later than the expiry of the creating key, or a scope is unknown ' +
      'or not one of the creating key, if that is restricted.',
    403: `${administrators.forbidden} Only an OWNER can create a key for an OWNER.`,
  },
  reasons: [keyLimit],
});

export const revokeApiKey = apiKeys.command('revoke', {
  description:
    'The key stops working (401). A revocation is permanent. Only an OWNER can revoke the key of an OWNER: otherwise an ' +
    'ADMIN could lock out every OWNER.',
  event: declareEvent('api_key.revoked', 'An API key was revoked and no longer grants access.', ApiKeyRevoked),
  refusals: {
    403: `${administrators.forbidden} Only an OWNER can revoke the key of an OWNER.`,
  },
  reasons: refusedIn('API key', ['revoked']),
});
