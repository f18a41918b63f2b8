import { Injectable } from '@nestjs/common';
import { unauthorized } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { lockCurrentSignIn } from '../proof/current-sign-in.js';

const revokeKey = identityTables.statement(
  'revoke_api_key',
  { id: 'uuid', at: 'timestamptz' },
  `update api_keys set revoked_at = :at
   where organization_id = :organization and id = :id and revoked_at is null`,
);

// FOR SHARE: a concurrent revocation of the key waits, and then finds the key that it made.
const lockMakingKey = identityTables
  .statement(
    'lock_making_key',
    { id: 'uuid' },
    `select expires_at as "expiresAt", scopes from api_keys
     where organization_id = :organization and id = :id and revoked_at is null for share`,
  )
  .returning<MakingKey>();

const countActive = identityTables
  .statement(
    'count_active_keys_of_member',
    { member: 'uuid', at: 'timestamptz' },
    `select count(*)::integer as keys from api_keys
     where organization_id = :organization and member_id = :member and revoked_at is null
       and (expires_at is null or expires_at > :at)`,
  )
  .returning<{ keys: number }>();

const listLastUses = identityTables
  .statement(
    'list_last_uses_of_keys',
    { ids: 'uuid[]' },
    'select id, last_used_at from api_key_usages where organization_id = :organization and id = any(:ids::uuid[])',
  )
  .returning<{ id: string; last_used_at: Date }>();

/** The key that makes another one. */
export interface MakingKey {
  expiresAt: Date | null;
  scopes: readonly string[];
}

/** Every tenant can select from api_keys: authentication reads it before the organization is known. */
@Injectable()
export class ApiKeyRepository {
  /** Time of the last use by key id; unused keys are not included. */
  async listLastUses(scope: Scope, keys: readonly { id: string }[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await scope.query(listLastUses, { ids: keys.map(({ id }) => id) });
    return new Map(rows.map((row) => [row.id, row.last_used_at]));
  }

  /**
   * The caller's key, which cannot be revoked until the end of the unit. What one makes in a sign-in is one's own: it may
   * outlive the sign-in. Throws 401.
   */
  async lockMakingKey(uow: UnitOfWork): Promise<MakingKey> {
    if (uow.caller.signIn) {
      await lockCurrentSignIn(uow);
      return { expiresAt: null, scopes: [] };
    }
    const [key] = await uow.query(lockMakingKey, { id: uow.caller.apiKeyId });
    if (!key) throw unauthorized();
    return key;
  }

  async countActive(uow: UnitOfWork, member: string): Promise<number> {
    const [row] = await uow.query(countActive, { member, at: uow.now });
    return row.keys;
  }

  /** False if the key is already revoked. */
  async revoke(uow: UnitOfWork, id: string): Promise<boolean> {
    return (await uow.execute(revokeKey, { id, at: uow.now })) === 1;
  }
}
