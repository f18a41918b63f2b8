import { Injectable } from '@nestjs/common';
import { type OrganizationRole, RESTRICTIONS, rolesAbove, rolesFrom } from '#kernel/access';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { MemberEntity } from './member.entity.js';

// Whoever made a key knows its secret, and so may whoever knew the secret of the key that made it. A link of this chain
// is trusted if its maker had one of the roles then and still has; the member itself needs to have had it then.
const listKeysKnownToOthers = identityTables
  .statement(
    'list_keys_known_below_role',
    { member: 'uuid', account: 'uuid', roles: 'text[]' },
    `with recursive chain as (
       select k.id as key_id, k.created_by, k.created_by_key, k.created_with_role from api_keys k
       where k.organization_id = :organization and k.member_id = :member and k.revoked_at is null
       union
       select c.key_id, k.created_by, k.created_by_key, k.created_with_role from chain c
       join api_keys k on k.organization_id = :organization and k.id = c.created_by_key
     )
     select distinct c.key_id as id from chain c
     where coalesce(c.created_with_role <> all(:roles::text[]), true)
       or (c.created_by <> :account and not exists (
         select 1 from members m
         where m.organization_id = :organization and m.account_id = c.created_by and m.status = 'active'
           and m.role = any(:roles::text[])))`,
  )
  .returning<{ id: string }>();

const listKeysMadeBy = identityTables
  .statement(
    'list_keys_made_by_account',
    { member: 'uuid', account: 'uuid', roles: 'text[]' },
    `with recursive made as (
       select k.id, k.member_id, k.revoked_at from api_keys k
       where k.organization_id = :organization and k.created_by = :account
       union
       select k.id, k.member_id, k.revoked_at from made p
       join api_keys k on k.organization_id = :organization and k.created_by_key = p.id
     )
     select k.id, (k.revoked_at is null and m.id <> :member and m.status = 'active' and m.role = any(:roles::text[]))
       as "carriesMore"
     from made k join members m on m.organization_id = :organization and m.id = k.member_id`,
  )
  .returning<{ id: string; carriesMore: boolean }>();

const listWiderKeys = identityTables
  .statement(
    'list_keys_of_member_beyond_scopes',
    { member: 'uuid', scopes: 'text[]', restrictions: 'text[]' },
    `select k.id from api_keys k
     where k.organization_id = :organization and k.member_id = :member and k.revoked_at is null
       and not (k.scopes && :restrictions::text[] and k.scopes <@ :scopes::text[])`,
  )
  .returning<{ id: string }>();

// Apart from the lists: Citus does not change a global table by a statement that reads a tenant table.
const revokeKeys = identityTables
  .statement(
    'revoke_api_keys',
    { ids: 'uuid[]', at: 'timestamptz' },
    `update api_keys set revoked_at = :at
     where organization_id = :organization and id = any(:ids::uuid[]) and revoked_at is null
     returning id`,
  )
  .returning<{ id: string }>();

type Person = Pick<MemberEntity, 'id' | 'accountId'>;

/** Finds the keys that other members may know, by their makers. The caller holds the lock on the member. */
@Injectable()
export class KeyLineageRepository {
  /** Revokes the keys of a member who gains `role` that somebody with less may know. Returns their ids. */
  revokeKnownBelow(uow: UnitOfWork, { id, accountId }: Person, role: OrganizationRole): Promise<string[]> {
    const values = { member: id, account: accountId, roles: rolesFrom(role) };
    return this.revoke(uow, async () => (await uow.query(listKeysKnownToOthers, values)).map((key) => key.id));
  }

  /** Revokes the keys of a member that allow more than a restricted key, which promotes the member. Returns their ids. */
  revokeBeyond(uow: UnitOfWork, { id: member }: Person, scopes: readonly string[]): Promise<string[]> {
    const values = { member, scopes, restrictions: RESTRICTIONS };
    return this.revoke(uow, async () => (await uow.query(listWiderKeys, values)).map((key) => key.id));
  }

  /**
   * Revokes the keys that a member made for others, directly or by another key, and that grant more than the member's
   * new role; null means no access. Returns their ids, and those of all keys that the member made.
   */
  async revokeMadeBy(
    uow: UnitOfWork,
    { id, accountId }: Person,
    role: OrganizationRole | null,
  ): Promise<{ revoked: string[]; made: string[] }> {
    const values = { member: id, account: accountId, roles: rolesAbove(role) };
    const made = new Set<string>();
    const revoked = await this.revoke(uow, async () => {
      const keys = await uow.query(listKeysMadeBy, values);
      for (const key of keys) made.add(key.id);
      return keys.filter(({ carriesMore }) => carriesMore).map((key) => key.id);
    });
    return { revoked, made: [...made] };
  }

  /** Repeats until nothing is left: a key may have been used until its revocation to make another one. */
  private async revoke(uow: UnitOfWork, list: () => Promise<string[]>): Promise<string[]> {
    const revoked: string[] = [];
    for (;;) {
      const ids = await list();
      if (ids.length === 0) return revoked.sort();
      revoked.push(...(await uow.query(revokeKeys, { ids, at: uow.now })).map((key) => key.id));
    }
  }
}
