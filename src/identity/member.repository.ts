import { Injectable } from '@nestjs/common';
import type { OrganizationRole } from '../platform/access/caller.js';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { MembersQuery } from './member.dto.js';
import { MemberEntity } from './member.entity.js';

const insertMember = statement(
  'add_member',
  `insert into members (organization_id, id, account_id, name, role, status, created_at)
   values ($1, $2, $3, $4, $5, 'active', $6) on conflict do nothing`,
);

// By id, so that two of these never wait for each other. What gives up the role meanwhile drops out of the answer.
const lockWithOwners = statement<{ id: string }>(
  'lock_member_with_owners',
  `select id from members
   where organization_id = $1 and (id = $2 or (role = 'OWNER' and status = 'active'))
   order by id for no key update`,
);

const lockActive = statement<{ role: OrganizationRole }>(
  'lock_active_member',
  `select role from members where organization_id = $1 and id = $2 and status = 'active' for share`,
);

// A sub-select and no join, for which all accounts of all organizations may be read.
const listEmails = statement<{ id: string; email: string }>(
  'list_member_emails',
  `select m.id, (select a.email from accounts a where a.id = m.account_id) as email from members m
   where m.organization_id = $1 and m.id = any($2::uuid[])`,
);

// Who made a key has seen it, and with a key of the member somebody else can have made another in the member's name.
const revokeKeysOfOthers = statement<{ id: string }>(
  'revoke_keys_not_made_by_owners',
  `update api_keys k set revoked_at = $3
   where k.organization_id = $1 and k.member_id = $2 and k.revoked_at is null
     and not exists (
       select 1 from members m
       where m.organization_id = $1 and m.account_id = k.created_by and m.id <> k.member_id
         and m.role = 'OWNER' and m.status = 'active')
   returning k.id`,
);

const endResponsibilities = statement(
  'end_responsibilities_of_member',
  `update responsibilities set ended_at = $3 where organization_id = $1 and member_id = $2 and ended_at is null`,
);

@Injectable()
export class MemberRepository {
  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<MemberEntity> {
    const member = await scope.manager.findOneBy(MemberEntity, { organizationId: scope.organizationId, id });
    if (!member) throw notFound();
    return member;
  }

  /**
   * Locks the member, and every active OWNER with it, until the end of the unit: of several that would leave the
   * organization without an OWNER, each sees what the one before it did. Throws 404.
   */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<{ member: MemberEntity; otherOwners: number }> {
    const locked = await uow.query(lockWithOwners, [id]);
    return { member: await this.get(uow, id), otherOwners: locked.filter((row) => row.id !== id).length };
  }

  /** The role of an active member, who can't be detached until the end of the unit; undefined where there is none. */
  async findActiveForShare(uow: UnitOfWork, id: string): Promise<OrganizationRole | undefined> {
    const [member] = await uow.query(lockActive, [id]);
    return member?.role;
  }

  list(scope: Scope, query: MembersQuery): Promise<Page<MemberEntity>> {
    const { role, status } = query;
    return listPage(scope, MemberEntity, query, { equal: { role, status } }, (member) => member);
  }

  /** E-mail addresses by member id. */
  async listEmails(scope: Scope, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listEmails, [memberIds]);
    return new Map(rows.map((row) => [row.id, row.email]));
  }

  /** Adds an active member; false where the account is one already. */
  async add(uow: UnitOfWork, member: NewRow<MemberEntity>): Promise<boolean> {
    const { id, accountId, name, role, createdAt } = member;
    return (await uow.execute(insertMember, [id, accountId, name, role, createdAt.toISOString()])) === 1;
  }

  update(uow: UnitOfWork, id: string, change: Change<MemberEntity>): void {
    uow.update(MemberEntity, id, change);
  }

  /** Revokes the member's keys that no other member made who is an OWNER; answers their ids. */
  async revokeKeysOfOthers(uow: UnitOfWork, id: string): Promise<string[]> {
    const revoked = await uow.query(revokeKeysOfOthers, [id, uow.now.toISOString()]);
    return revoked.map((row) => row.id);
  }

  endResponsibilities(uow: UnitOfWork, memberId: string): void {
    uow.queue(endResponsibilities, [memberId, uow.now.toISOString()]);
  }
}
