import { administrators } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { TextList } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { ApiKey, ApiKeysQuery, CreateApiKeyRequest, CreatedApiKey } from './api-key.dto.js';
import { manageableKey, narrowToManageable } from './member.policy.js';

const tag = 'API keys';

export class ApiKeyCreated {
  @Uuid()
  apiKeyId: string;

  @Uuid()
  memberId: string;

  @TextList(() => undefined, { example: ['mcp:manage'] })
  scopes: string[];

  @Instant({ nullable: true })
  expiresAt: string | null;
}

export class ApiKeyRevoked {
  @Uuid()
  apiKeyId: string;

  @Uuid()
  memberId: string;
}

export const apiKeyCreated = declareEvent({
  name: 'api_key.created',
  summary: 'An API key was created for a member.',
  data: ApiKeyCreated,
});

export const apiKeyRevoked = declareEvent({
  name: 'api_key.revoked',
  summary: 'An API key was revoked: it gives no access any more.',
  data: ApiKeyRevoked,
});

export const listApiKeys = declareRead({
  name: 'list_api_keys',
  path: '/api-keys',
  tag,
  summary: 'List API keys',
  description: 'Newest first, also those that are expired or revoked. The keys themselves are never shown again.',
  access: administrators,
  query: ApiKeysQuery,
  response: pageOf(ApiKey),
  refusals: {
    400: 'A filter, the limit or the cursor is invalid.',
    403: 'The caller is neither OWNER nor ADMIN.',
  },
});

export const createApiKey = declareWrite({
  name: 'create_api_key',
  method: 'POST',
  path: '/api-keys',
  tag,
  summary: 'Create an API key',
  description:
    'Answers with the key in `key`, this once: only a hash is kept, and a replay has null there. Only an OWNER makes a ' +
    'key for an OWNER.',
  access: administrators,
  body: CreateApiKeyRequest,
  response: CreatedApiKey,
  status: 201,
  targetType: 'api_key',
  event: apiKeyCreated,
  narrowReplay: narrowToManageable,
  shownOnce: ['key'],
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, the member is unknown or detached, ' +
      'expiresAt is past, or a scope is unknown.',
    403: 'The caller is neither OWNER nor ADMIN, or is an ADMIN and the member is an OWNER.',
  },
});

export const revokeApiKey = declareWrite({
  name: 'revoke_api_key',
  method: 'POST',
  path: '/api-keys/:apiKeyId/revoke',
  tag,
  summary: 'Revoke an API key',
  description:
    'The key gives 401 from now on, for good. Only an OWNER revokes the key of an OWNER: an ADMIN could lock every ' +
    'OWNER out otherwise.',
  access: administrators,
  target: manageableKey,
  response: ApiKey,
  status: 200,
  targetType: 'api_key',
  event: apiKeyRevoked,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN, or is an ADMIN and the key is that of an OWNER.',
    404: 'The key is unknown, or of another organization.',
    409: 'The key is revoked already, or another request holds it.',
  },
});
