import { alreadyMember, externalIdTaken } from './member.operations.js';
import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { queueMemberWords } from './member-words.js';
import { MemberEntity } from './member.entity.js';

const insertMember = identityTables.statement(
  'add_member',
  { id: 'uuid', accountId: 'uuid', name: 'text', externalId: 'text', role: 'text', at: 'timestamptz' },
  `insert into members (organization_id, id, account_id, name, external_id, role, status, created_at)
   values (:organization, :id, :accountId, :name, :externalId, :role, 'active', :at) on conflict do nothing`,
);

const findActive = identityTables.statement(
  'find_active_member_of_account',
  { account: 'uuid' },
  `select 1 from members where organization_id = :organization and account_id = :account and status = 'active'`,
);

const findExternalId = identityTables.statement(
  'find_active_external_id',
  { externalId: 'text', except: 'uuid' },
  `select 1 from members
   where organization_id = :organization and external_id = :externalId and status = 'active' and id <> :except`,
);

const lockOwners = identityTables.statement(
  'lock_owners',
  {},
  `select id from members where organization_id = :organization and role = 'OWNER' and status = 'active'
   order by id for no key update`,
);

// Ordered by id to prevent deadlocks. A row whose role changed while this statement waited is not returned.
const lockWithOwners = identityTables
  .statement(
    'lock_member_with_owners',
    { id: 'uuid' },
    `select id from members
     where organization_id = :organization and (id = :id or (role = 'OWNER' and status = 'active'))
     order by id for no key update`,
  )
  .returning<{ id: string }>();

// A subquery instead of a join, for which PostgreSQL may scan the accounts of all organizations.
const listEmails = identityTables
  .statement(
    'list_member_emails',
    { ids: 'uuid[]' },
    `select m.id, (select a.email from accounts a where a.id = m.account_id) as email from members m
     where m.organization_id = :organization and m.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; email: string }>();

const endResponsibilities = identityTables.statement(
  'end_responsibilities_of_member',
  { member: 'uuid', at: 'timestamptz' },
  `update responsibilities set ended_at = :at
   where organization_id = :organization and member_id = :member and ended_at is null`,
);

const endOwnAssignments = identityTables
  .statement(
    'end_responsibilities_assigned_to_self',
    { member: 'uuid', account: 'uuid', keys: 'uuid[]', at: 'timestamptz' },
    `update responsibilities set ended_at = :at
     where organization_id = :organization and member_id = :member and ended_at is null
       and (assigned_by = :account or assigned_by_key = any(:keys::uuid[]))
     returning id`,
  )
  .returning<{ id: string }>();

@Injectable()
export class MemberRepository {
  /**
   * Locks the member and every active OWNER until the end of the unit, so that concurrent demotions and detachments of
   * OWNERs are serialized and cannot leave the organization without one. Throws 404.
   */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<{ member: MemberEntity; otherOwners: number }> {
    const locked = await uow.query(lockWithOwners, { id });
    await uow.locked(id);
    return { member: await uow.get(MemberEntity, id), otherOwners: locked.filter((row) => row.id !== id).length };
  }

  /** E-mail addresses by member id. */
  async listEmails(scope: Scope, members: readonly { id: string }[]): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listEmails, { ids: members.map(({ id }) => id) });
    return new Map(rows.map((row) => [row.id, row.email]));
  }

  /**
   * Locks every active OWNER until the end of the unit: who assigns external ids waits for one another, so that the
   * unique index can be asked first.
   */
  lockExternalIds(uow: UnitOfWork): void {
    uow.queue(lockOwners);
  }

  /** Adds an active member and the words of its name. Throws 409 if the account is one, or the external id is taken. */
  async add(
    uow: UnitOfWork,
    member: Pick<MemberEntity, 'id' | 'accountId' | 'name' | 'externalId' | 'role'>,
  ): Promise<void> {
    if (member.externalId !== null) this.lockExternalIds(uow);
    if ((await uow.execute(insertMember, { ...member, at: uow.now })) === 1) {
      queueMemberWords(uow, [member]);
      return;
    }
    const isActive = (await uow.query(findActive, { account: member.accountId })).length > 0;
    throw (isActive ? alreadyMember : externalIdTaken).error();
  }

  /** Throws 409 if another active member has the external id; the unit must hold the lock on the OWNERs. */
  async checkExternalId(uow: UnitOfWork, externalId: string, { id }: Pick<MemberEntity, 'id'>): Promise<void> {
    const taken = await uow.query(findExternalId, { externalId, except: id });
    if (taken.length > 0) throw externalIdTaken.error();
  }

  endResponsibilities(uow: UnitOfWork, member: string): void {
    uow.queue(endResponsibilities, { member, at: uow.now });
  }

  /** Ends the responsibilities that the member assigned to itself, also by one of the keys. Returns their ids. */
  async endOwnAssignments(
    uow: UnitOfWork,
    { id, accountId }: Pick<MemberEntity, 'id' | 'accountId'>,
    keys: readonly string[],
  ): Promise<string[]> {
    const ended = await uow.query(endOwnAssignments, { member: id, account: accountId, keys, at: uow.now });
    return ended.map((row) => row.id).sort();
  }
}
