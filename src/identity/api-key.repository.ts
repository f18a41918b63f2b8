import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { ApiKeyRecord, ApiKeysQuery } from './api-key.dto.js';
import { ApiKeyEntity } from './api-key.entity.js';

const insertKey = statement(
  'create_api_key',
  `insert into api_keys
     (organization_id, id, member_id, name, secret_hash, scopes, expires_at, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

const revokeKey = statement(
  'revoke_api_key',
  'update api_keys set revoked_at = $3 where organization_id = $1 and id = $2 and revoked_at is null',
);

const listLastUses = statement<{ id: string; last_used_at: Date }>(
  'list_last_uses_of_keys',
  'select id, last_used_at from api_key_usages where organization_id = $1 and id = any($2::uuid[])',
);

/** Every row can be read, as callers are found by it before their organization is known: reads name the organization. */
@Injectable()
export class ApiKeyRepository {
  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<ApiKeyEntity> {
    const key = await scope.manager.findOneBy(ApiKeyEntity, { organizationId: scope.organizationId, id });
    if (!key) throw notFound();
    return key;
  }

  list(scope: Scope, query: ApiKeysQuery): Promise<Page<ApiKeyEntity>> {
    return listPage(scope, ApiKeyEntity, query, { equal: { memberId: query.memberId } }, (key) => key);
  }

  /** When keys were last used, by their ids; without those that never were. */
  async listLastUses(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await scope.query(listLastUses, [ids]);
    return new Map(rows.map((row) => [row.id, row.last_used_at]));
  }

  add(uow: UnitOfWork, key: ApiKeyRecord, secretHash: Buffer): void {
    const { id, memberId, name, scopes, expiresAt, createdBy, createdAt } = key;
    const times = [expiresAt?.toISOString() ?? null, createdBy, createdAt.toISOString()];
    uow.queue(insertKey, [id, memberId, name, secretHash, scopes, ...times]);
  }

  /** False where the key was revoked before. */
  async revoke(uow: UnitOfWork, id: string): Promise<boolean> {
    return (await uow.execute(revokeKey, [id, uow.now.toISOString()])) === 1;
  }
}
