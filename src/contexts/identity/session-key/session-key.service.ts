import { Injectable } from '@nestjs/common';
import { signSessionKey } from '#kernel/authentication';
import { invalidField, wrongStatus } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { SecretKeys } from '#kernel/secrets';
import { ApiKeyRepository } from '../api-key/api-key.repository.js';
import { MemberEntity } from '../member/member.entity.js';
import type { SessionKey } from './session-key.dto.js';

const MINUTE_MS = 60_000;

@Injectable()
export class SessionKeyService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly secrets: SecretKeys,
  ) {}

  /** Locks no member: whether both are still who they are is checked whenever the key is used. */
  async create(uow: UnitOfWork, memberId: string, minutes: number): Promise<SessionKey> {
    const { organizationId, apiKeyId } = uow.caller;
    const member = await uow.get(MemberEntity, memberId);
    if (member.status === 'detached') throw wrongStatus('member', member.status);
    if (member.role !== 'MEMBER') throw invalidField('memberId', 'must be a member of role MEMBER');
    const { expiresAt: limit } = await this.apiKeys.lockMakingKey(uow);
    const requestedExpiry = new Date(uow.now.getTime() + minutes * MINUTE_MS);
    const expiresAt = limit && limit < requestedExpiry ? limit : requestedExpiry;
    uow.recordWithoutEvent(memberId, { memberId, expiresAt });
    const parts = { organizationId, memberId, apiKeyId, expiresAt };
    const key = signSessionKey(parts, this.secrets.sessionKeys[0]);
    return { memberId, expiresAt: expiresAt.toISOString(), key };
  }
}
