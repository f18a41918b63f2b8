import { Injectable } from '@nestjs/common';
import { conflict } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { AccountRepository } from './account.repository.js';
import {
  toMember,
  type AddMemberRequest,
  type ChangeMemberRoleRequest,
  type Member,
  type MembersQuery,
} from './member.dto.js';
import type { MemberEntity } from './member.entity.js';
import { memberAdded, memberDetached, memberRoleChanged } from './member.operations.js';
import { checkMayManage } from './member.policy.js';
import { MemberRepository } from './member.repository.js';

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly accounts: AccountRepository,
  ) {}

  async list(scope: Scope, query: MembersQuery): Promise<Page<Member>> {
    const { items, nextCursor } = await this.members.list(scope, query);
    return { items: await this.withEmails(scope, items), nextCursor };
  }

  async get(scope: Scope, id: string): Promise<Member> {
    return this.withEmail(scope, await this.members.get(scope, id));
  }

  async add(uow: UnitOfWork, { email, name, role }: AddMemberRequest): Promise<Member> {
    checkMayManage(uow.caller, role);
    const accountId = await this.accounts.findOrCreate(uow, email, name);
    const member = {
      id: uow.newId(),
      accountId,
      name,
      role,
      status: 'active',
      createdAt: uow.now,
      detachedAt: null,
    } satisfies NewRow<MemberEntity>;
    if (!(await this.members.add(uow, member))) throw conflict('The account is an active member already.');
    uow.record(memberAdded, {
      targetId: member.id,
      changes: { accountId, role },
      data: { memberId: member.id, accountId, role },
    });
    return toMember(member, email);
  }

  async changeRole(uow: UnitOfWork, id: string, { role }: ChangeMemberRoleRequest): Promise<Member> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    checkChange(uow, member);
    checkMayManage(uow.caller, role);
    if (role === member.role) {
      uow.recordQuietly(id, {});
      return this.withEmail(uow, member);
    }
    if (member.role === 'OWNER' && otherOwners === 0) throw conflict('The last OWNER can not be demoted.');
    this.members.update(uow, id, { role });
    // An ADMIN who made a key for the member, or by such a key another, would hold an OWNER's.
    const revokedApiKeyIds = role === 'OWNER' ? await this.members.revokeKeysOfOthers(uow, id) : [];
    uow.record(memberRoleChanged, {
      targetId: id,
      changes: { role: { from: member.role, to: role }, ...(revokedApiKeyIds.length > 0 ? { revokedApiKeyIds } : {}) },
      data: { memberId: id, accountId: member.accountId, from: member.role, to: role },
    });
    return this.withEmail(uow, { ...member, role });
  }

  async detach(uow: UnitOfWork, id: string): Promise<Member> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    checkChange(uow, member);
    if (member.role === 'OWNER' && otherOwners === 0) throw conflict('The last OWNER can not be detached.');
    this.members.update(uow, id, { status: 'detached', detachedAt: uow.now });
    this.members.endResponsibilities(uow, id);
    uow.record(memberDetached, {
      targetId: id,
      changes: { status: { from: 'active', to: 'detached' } },
      data: { memberId: id, accountId: member.accountId, role: member.role },
    });
    return this.withEmail(uow, { ...member, status: 'detached' });
  }

  private async withEmail(scope: Scope, member: MemberEntity): Promise<Member> {
    const [whole] = await this.withEmails(scope, [member]);
    return whole;
  }

  private async withEmails(scope: Scope, members: readonly MemberEntity[]): Promise<Member[]> {
    const emails = await this.members.listEmails(
      scope,
      members.map(({ id }) => id),
    );
    return members.map((member) => toMember(member, emails.get(member.id) ?? ''));
  }
}

/** Judged again under the lock: the member may have become an OWNER, or been detached, since the path was admitted. */
function checkChange(uow: UnitOfWork, member: MemberEntity): void {
  checkMayManage(uow.caller, member.role);
  if (member.status === 'detached') throw conflict('The member is detached.');
}
