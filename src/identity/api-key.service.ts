import { Injectable } from '@nestjs/common';
import { hashApiKey, issueApiKey } from '../platform/access/api-key.js';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { SecretKeys } from '../platform/secrets/secret-keys.js';
import {
  toApiKey,
  type ApiKey,
  type ApiKeyRecord,
  type ApiKeysQuery,
  type CreateApiKeyRequest,
  type CreatedApiKey,
} from './api-key.dto.js';
import { apiKeyCreated, apiKeyRevoked } from './api-key.operations.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { checkMayManage } from './member.policy.js';
import { MemberRepository } from './member.repository.js';

@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly members: MemberRepository,
    private readonly secrets: SecretKeys,
  ) {}

  async list(scope: Scope, query: ApiKeysQuery): Promise<Page<ApiKey>> {
    const { items, nextCursor } = await this.keys.list(scope, query);
    const lastUses = await this.keys.listLastUses(
      scope,
      items.map(({ id }) => id),
    );
    return { items: items.map((key) => toApiKey(key, lastUses.get(key.id))), nextCursor };
  }

  async create(uow: UnitOfWork, request: CreateApiKeyRequest): Promise<CreatedApiKey> {
    await this.checkCreation(uow, request);
    const { text, parts } = issueApiKey(uow.newId());
    const { memberId, name, expiresAt = null, scopes = [] } = request;
    const key: ApiKeyRecord = {
      id: parts.id,
      memberId,
      name,
      scopes,
      expiresAt,
      revokedAt: null,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
    };
    this.keys.add(uow, key, hashApiKey(parts, this.secrets.apiKeyPeppers[0]));
    const told = { memberId, scopes, expiresAt: expiresAt?.toISOString() ?? null };
    uow.record(apiKeyCreated, {
      targetId: key.id,
      changes: { ...told, name },
      data: { ...told, apiKeyId: key.id },
    });
    return { ...toApiKey(key, undefined), key: text };
  }

  async revoke(uow: UnitOfWork, id: string): Promise<ApiKey> {
    if (!(await this.keys.revoke(uow, id))) throw conflict('The API key is revoked already.');
    const key = await this.keys.get(uow, id);
    const lastUses = await this.keys.listLastUses(uow, [id]);
    uow.record(apiKeyRevoked, {
      targetId: id,
      changes: { revokedAt: { from: null, to: uow.now.toISOString() } },
      data: { apiKeyId: id, memberId: key.memberId },
    });
    return toApiKey(key, lastUses.get(id));
  }

  private async checkCreation(uow: UnitOfWork, { memberId, expiresAt }: CreateApiKeyRequest): Promise<void> {
    if (expiresAt && expiresAt <= uow.now) throw invalidField('expiresAt', 'must be in the future');
    const role = await this.members.findActiveForShare(uow, memberId);
    if (role === undefined) throw invalidField('memberId', 'must be an active member of the organization');
    checkMayManage(uow.caller, role);
  }
}
