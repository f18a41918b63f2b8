import { Injectable } from '@nestjs/common';
import { apiKeyOf } from '#kernel/access';
import { hashApiKey, issueApiKey, signSessionKey } from '#kernel/authentication';
import { invalidField, wrongStatus } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { SecretKeys } from '#kernel/secrets';
import { lockManagedMember } from '../member/member-locks.js';
import { MemberEntity } from '../member/member.entity.js';
import { checkMayManage } from '../member/member.policy.js';
import {
  toApiKey,
  type ApiKey,
  type ApiKeysQuery,
  type CreateApiKeyRequest,
  type CreatedApiKey,
} from './api-key.dto.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { createApiKey, MAX_ACTIVE_KEYS, revokeApiKey, keyLimit } from './api-key.operations.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { grantOf } from './key-creation.policy.js';
import type { SessionKey } from './session-key.dto.js';
import { identityTables } from '../identity.tables.js';

const MINUTE_MS = 60_000;

type Grant = Pick<ApiKeyEntity, 'expiresAt' | 'scopes' | 'createdByKey' | 'createdWithRole'>;

const listKeys = identityTables.list('list_api_keys', { rows: ApiKeyEntity, by: ['memberId'] });

@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly secrets: SecretKeys,
  ) {}

  list(scope: Scope, query: ApiKeysQuery): Promise<Page<ApiKey>> {
    return scope.list(listKeys, query, async (keys) => {
      const lastUses = await this.keys.listLastUses(scope, keys);
      return keys.map((key) => toApiKey(key, lastUses.get(key.id) ?? null));
    });
  }

  async create(uow: UnitOfWork, request: CreateApiKeyRequest): Promise<CreatedApiKey> {
    const grant = await this.checkCreation(uow, request);
    const { text, parts } = issueApiKey(uow.newId());
    const { memberId, name } = request;
    const { expiresAt, scopes } = grant;
    const secretHash = hashApiKey(parts, this.secrets.apiKeyPeppers[0]);
    const key = uow.insert(ApiKeyEntity, { id: parts.id, memberId, name, secretHash, ...grant });
    uow.record(createApiKey.event, key, { memberId, name, expiresAt, scopes });
    return { ...toApiKey(key, null), key: text };
  }

  async revoke(uow: UnitOfWork, id: string): Promise<ApiKey> {
    if (!(await this.keys.revoke(uow, id))) throw wrongStatus('API key', 'revoked', 'The API key is already revoked.');
    const key = await uow.get(ApiKeyEntity, id);
    const lastUses = await this.keys.listLastUses(uow, [key]);
    uow.record(revokeApiKey.event, key, { revokedAt: { from: null, to: uow.now } });
    return toApiKey(key, lastUses.get(id) ?? null);
  }

  /** Locks no member: whether both are still who they are is checked whenever the key is used. */
  async createSession(uow: UnitOfWork, memberId: string, minutes: number): Promise<SessionKey> {
    const { organizationId } = uow.caller;
    const apiKeyId = apiKeyOf(uow.caller);
    const member = await uow.get(MemberEntity, memberId);
    if (member.status === 'detached') throw wrongStatus('member', member.status);
    if (member.role !== 'MEMBER') throw invalidField('memberId', 'must be a member of role MEMBER');
    const { expiresAt: limit } = await this.keys.lockMakingKey(uow);
    const requestedExpiry = new Date(uow.now.getTime() + minutes * MINUTE_MS);
    const expiresAt = limit && limit < requestedExpiry ? limit : requestedExpiry;
    uow.recordWithoutEvent(memberId, { memberId, expiresAt });
    const parts = { organizationId, memberId, apiKeyId, expiresAt };
    const key = signSessionKey(parts, this.secrets.sessionKeys[0]);
    return { memberId, expiresAt: expiresAt.toISOString(), key };
  }

  /** Locks the member, who may have a bounded number of keys, the caller, and the caller's key. */
  private async checkCreation(uow: UnitOfWork, request: CreateApiKeyRequest): Promise<Grant> {
    const { memberId } = request;
    const { callerRole, role } = await lockManagedMember(uow, memberId);
    checkMayManage({ role: callerRole }, role);
    const { expiresAt, scopes } = grantOf(request, await this.keys.lockMakingKey(uow), uow.now);
    if ((await this.keys.countActive(uow, memberId)) >= MAX_ACTIVE_KEYS) {
      throw keyLimit.error();
    }
    return { expiresAt, scopes: [...scopes], createdByKey: uow.caller.apiKeyId, createdWithRole: callerRole };
  }
}
