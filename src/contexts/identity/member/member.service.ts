import { Injectable } from '@nestjs/common';
import { rolesAbove, type OrganizationRole } from '#kernel/access/caller.js';
import { conflict } from '#kernel/errors/service-error.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { Changes } from '#kernel/trail/field-changes.js';
import { findOrCreateAccount } from '../account/find-or-create-account.js';
import { KeyLineageRepository } from '../api-key/key-lineage.repository.js';
import {
  Member,
  type AddMemberRequest,
  type ChangedMember,
  type ChangeMemberRoleRequest,
  type MembersQuery,
} from './member.dto.js';
import { MemberEntity } from './member.entity.js';
import { addMember, changeMemberRole, detachMember } from './member.operations.js';
import { checkMayManage } from './member.policy.js';
import { MemberRepository } from './member.repository.js';

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly lineage: KeyLineageRepository,
  ) {}

  async list(scope: Scope, query: MembersQuery): Promise<Page<Member>> {
    const { role, status } = query;
    const { items, nextCursor } = await listPage(scope, MemberEntity, query, { equal: { role, status } });
    return { items: await this.withEmails(scope, items), nextCursor };
  }

  async get(scope: Scope, id: string): Promise<Member> {
    return this.withEmail(scope, await scope.get(MemberEntity, id));
  }

  async add(uow: UnitOfWork, { email, name, role }: AddMemberRequest): Promise<Member> {
    checkMayManage(uow.caller, role);
    const accountId = await findOrCreateAccount(uow, { email, name, at: uow.now });
    const id = uow.newId();
    if (!(await this.members.add(uow, { id, accountId, name, role }))) {
      throw conflict('The account is already an active member.');
    }
    const changes = { accountId, role };
    uow.record(addMember.event, { targetId: id, changes, data: { memberId: id, ...changes } });
    return toResource(Member, { id, accountId, email, name, role, status: 'active', createdAt: uow.now });
  }

  async changeRole(uow: UnitOfWork, id: string, { role }: ChangeMemberRoleRequest): Promise<ChangedMember> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    checkChange(uow, member);
    checkMayManage(uow.caller, role);
    if (role === member.role) {
      uow.recordWithoutEvent(id);
      return this.changed(uow, member, []);
    }
    if (member.role === 'OWNER' && otherOwners === 0) throw conflict('The last OWNER cannot be demoted.');
    const changed = uow.change(MemberEntity, member, { role });
    const promoted = rolesAbove(member.role).includes(role);
    const { revoked, ended } = promoted
      ? { revoked: await this.lineage.revokeKnownBelow(uow, member, role), ended: [] }
      : await this.takePower(uow, member, role);
    uow.record(changeMemberRole.event, {
      targetId: id,
      changes: { ...listed('revokedApiKeyIds', revoked), ...listed('endedResponsibilityIds', ended) },
      data: { memberId: id, accountId: member.accountId, from: member.role, to: role },
    });
    return this.changed(uow, changed, revoked);
  }

  async detach(uow: UnitOfWork, id: string): Promise<ChangedMember> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    checkChange(uow, member);
    if (member.role === 'OWNER' && otherOwners === 0) throw conflict('The last OWNER cannot be detached.');
    const detached = uow.change(MemberEntity, member, { status: 'detached', detachedAt: uow.now });
    this.members.endResponsibilities(uow, id);
    const { revoked } = await this.lineage.revokeMadeBy(uow, member, null);
    const { accountId, role } = member;
    const changes = listed('revokedApiKeyIds', revoked);
    uow.record(detachMember.event, { targetId: id, changes, data: { memberId: id, accountId, role } });
    return this.changed(uow, detached, revoked);
  }

  /** What a demotion takes besides the role: keys for others that grant more, and roles that a MEMBER cannot assign. */
  private async takePower(
    uow: UnitOfWork,
    member: MemberEntity,
    role: OrganizationRole,
  ): Promise<{ revoked: string[]; ended: string[] }> {
    const { revoked, made } = await this.lineage.revokeMadeBy(uow, member, role);
    const ended = role === 'MEMBER' ? await this.members.endOwnAssignments(uow, member, made) : [];
    return { revoked, ended };
  }

  private async changed(scope: Scope, member: MemberEntity, revoked: readonly string[]): Promise<ChangedMember> {
    return { ...(await this.withEmail(scope, member)), revokedApiKeys: revoked.length };
  }

  private async withEmail(scope: Scope, member: MemberEntity): Promise<Member> {
    const [resource] = await this.withEmails(scope, [member]);
    return resource;
  }

  private async withEmails(scope: Scope, members: readonly MemberEntity[]): Promise<Member[]> {
    const emails = await this.members.listEmails(scope, members);
    return members.map((member) => toResource(Member, { ...member, email: emails.get(member.id) ?? '' }));
  }
}

/** Repeats the target policy's check under the lock: the member may have been promoted or detached since. */
function checkChange(uow: UnitOfWork, member: MemberEntity): void {
  checkMayManage(uow.caller, member.role);
  if (member.status === 'detached') throw conflict('The member is detached.');
}

/** A change that lists ids in the audit entry, if there are any. */
function listed(field: string, ids: string[]): Changes {
  return ids.length === 0 ? {} : { [field]: { from: [], to: ids } };
}
