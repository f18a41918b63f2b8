import { apiKeyPrefix } from '../platform/access/api-key.js';
import { KEY_SCOPES, type KeyScope } from '../platform/access/caller.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text, TextList, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { ApiKeyEntity } from './api-key.entity.js';

const scopeIssue = (value: unknown): string | undefined =>
  KEY_SCOPES.includes(value as KeyScope) ? undefined : `must be one of ${KEY_SCOPES.join(', ')}`;

export class CreateApiKeyRequest {
  @Uuid({ description: 'The member, active, that the key speaks for' })
  memberId: string;

  @Title({ min: 1, max: 100, description: 'What the key is for', example: 'Student information system' })
  name: string;

  @Instant({ optional: true, nullable: true, description: 'End of its validity, in the future; null means none' })
  expiresAt?: Date | null;

  @TextList(scopeIssue, {
    optional: true,
    unique: true,
    maxItems: KEY_SCOPES.length,
    description: `What the key is allowed beyond REST: ${KEY_SCOPES.join(', ')}`,
    example: ['mcp:manage'],
  })
  scopes?: KeyScope[];
}

export class ApiKeysQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Keys of this member only' })
  memberId?: string;
}

export class ApiKey {
  @Uuid({ description: 'Key identifier' })
  id: string;

  @Uuid({ description: 'The member that the key speaks for' })
  memberId: string;

  @Text({ description: 'What the key is for', example: 'Student information system' })
  name: string;

  @Text({
    description: "The beginning of the key's text; it reveals nothing of the secret",
    example: 'dsk_AZjF0nsefE-dOl8Oayow',
  })
  prefix: string;

  @TextList(scopeIssue, { description: 'What the key is allowed beyond REST', example: ['mcp:manage'] })
  scopes: string[];

  @Instant({ nullable: true, description: 'End of its validity, UTC; null means none' })
  expiresAt: string | null;

  @Instant({ nullable: true, description: 'Revocation, UTC', example: null })
  revokedAt: string | null;

  @Instant({ nullable: true, description: 'Last use, UTC, to within five minutes; null means never used' })
  lastUsedAt: string | null;

  @Uuid({ description: 'Creating account' })
  createdBy: string;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;
}

export class CreatedApiKey extends ApiKey {
  @Text({
    nullable: true,
    description: 'The key itself, shown this once: null in a replay',
    example: 'dsk_AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZxCvB0',
  })
  key: string | null;
}

/** What is known of a key, apart from its secret. */
export type ApiKeyRecord = Omit<ApiKeyEntity, 'organizationId' | 'secretHash'>;

export function toApiKey(key: ApiKeyRecord, lastUsedAt: Date | undefined): ApiKey {
  return {
    id: key.id,
    memberId: key.memberId,
    name: key.name,
    prefix: apiKeyPrefix(key.id),
    scopes: key.scopes,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
  };
}
