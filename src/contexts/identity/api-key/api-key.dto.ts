import { apiKeyPrefix } from '#kernel/authentication';
import { KEY_SCOPES, type KeyScope } from '#kernel/access';
import { ChoiceList, Instant, Text, Title, toResource, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { ApiKeyEntity } from './api-key.entity.js';

export class CreateApiKeyRequest {
  @Uuid({ description: 'The active member whom the key authenticates' }) memberId: string;
  @Title({ min: 1, max: 100, description: 'What the key is for', example: 'Student information system' }) name: string;

  @Instant({
    optional: true,
    nullable: true,
    description:
      'Expiry time, in the future; null means no expiry. By default that of the key that creates it, which it must not ' +
      'outlive',
  })
  expiresAt?: Date | null;

  @ChoiceList(KEY_SCOPES, {
    optional: true,
    maxItems: KEY_SCOPES.length,
    description:
      'Without read, write and admin the key allows whatever its member may do. With any of them it allows only reads ' +
      '(read), writes (write), or all operations on members, API keys, responsibilities and webhooks (admin). ' +
      'mcp:manage allows agents to restore programs. A restricted key creates keys only with its own scopes, which are ' +
      'the default',
    example: ['mcp:manage'],
  })
  scopes?: KeyScope[];
}

export class ApiKeysQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only keys of this member' }) memberId?: string;
}

export class ApiKey {
  @Uuid({ description: 'API key identifier' }) id: string;
  @Uuid({ description: 'The member whom the key authenticates' }) memberId: string;
  @Text({ description: 'What the key is for', example: 'Student information system' }) name: string;

  @Text({
    description: 'The first characters of the key, which are not secret',
    example: 'dsk_AZjF0nsefE-dOl8Oayow',
  })
  prefix: string;

  @ChoiceList(KEY_SCOPES, { description: 'Scopes; see the creation of a key', example: ['mcp:manage'] })
  scopes: string[];
  @Instant({ nullable: true, description: 'Expiry time, UTC; null means no expiry' }) expiresAt: string | null;
  @Instant({ nullable: true, description: 'Revocation time, UTC', example: null }) revokedAt: string | null;

  @Instant({ nullable: true, description: 'Last use, UTC, accurate to five minutes; null means never used' })
  lastUsedAt: string | null;

  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
}

export class CreatedApiKey extends ApiKey {
  @Text({
    nullable: true,
    description: 'The key, returned only once: null in a replay',
    example: 'dsk_AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZxCvB0',
  })
  key: string | null;
}

export function toApiKey(row: NewRow<ApiKeyEntity>, lastUsedAt: Date | null): ApiKey {
  return toResource(ApiKey, { ...row, prefix: apiKeyPrefix(row.id), lastUsedAt });
}
