import { Injectable } from '@nestjs/common';
import { checkRecentSignIn, isAdministrator, isRestricted, type OrganizationRole, rolesAbove } from '#kernel/access';
import { wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { type Changes, fieldChanges } from '#kernel/persistence';
import { normalizedEmail } from '../account/email.js';
import { findOrCreateAccount } from '../account/find-or-create-account.js';
import { KeyLineageRepository } from './key-lineage.repository.js';
import {
  Member,
  type AddMemberRequest,
  type ChangedMember,
  type ChangeMemberRoleRequest,
  type MembersQuery,
  type MemberWithRole,
} from './member.dto.js';
import { MemberEntity } from './member.entity.js';
import { addMember, changeMemberRole, detachMember, memberUpdated, lastOwner } from './member.operations.js';
import { checkMayManage } from './member.policy.js';
import { MemberObservers } from './member-observers.js';
import { MemberRepository } from './member.repository.js';
import { nameFilters, namesOf } from './member-search.js';
import { replaceMemberWords } from './member-words.js';
import { endProofsByAdmins, NO_PROOFS } from '../proof/proofs-of-admins.js';
import type { SignInEnding } from '../proof/sign-in.entity.js';
import { SignIns } from '../proof/sign-ins.js';
import { identityTables } from '../identity.tables.js';

const listMembers = identityTables.list('list_members', {
  rows: MemberEntity,
  by: ['role', 'status', 'externalId'],
  filters: {
    ...nameFilters('item.id'),
    email: ['text', 'item.account_id = (select a.id from accounts a where a.email = :email)'],
  },
});

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly lineage: KeyLineageRepository,
    private readonly signIns: SignIns,
    private readonly observers: MemberObservers,
  ) {}

  async list(scope: Scope, query: MembersQuery): Promise<Page<Member>> {
    const email = query.email === undefined ? undefined : normalizedEmail(query.email);
    const narrowed = { ...query, ...(await namesOf(scope, query.q)), email };
    return scope.list(listMembers, narrowed, (members) => this.withEmails(scope, members));
  }

  async get(scope: Scope, id: string): Promise<Member> {
    return this.withEmail(scope, await scope.get(MemberEntity, id));
  }

  async add(uow: UnitOfWork, { email, name, role, externalId = null }: AddMemberRequest): Promise<Member> {
    checkMayManage(uow.caller, role);
    if (isAdministrator({ role })) checkRecentSignIn(uow);
    const accountId = await findOrCreateAccount(uow, { email, name }, uow.now);
    const id = uow.newId();
    await this.members.add(uow, { id, accountId, name, externalId, role });
    uow.record(addMember.event, { id, accountId, role }, { accountId, role });
    return toResource(Member, { id, accountId, email, name, externalId, role, status: 'active', createdAt: uow.now });
  }

  async change(uow: UnitOfWork, id: string, request: ChangeMemberRoleRequest): Promise<MemberWithRole> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    const { role, ...details } = sentFields(request);
    if (role !== undefined && rolesAbove(member.role).includes(role)) checkRecentSignIn(uow);
    checkChange(uow, member);
    if (role !== undefined) checkMayManage(uow.caller, role);
    if (details.externalId) await this.members.checkExternalId(uow, details.externalId, member);
    const moved = role === undefined || role === member.role ? undefined : role;
    if (moved !== undefined && member.role === 'OWNER' && otherOwners === 0) {
      throw lastOwner.error('The last OWNER cannot be demoted.');
    }
    const described = this.describe(uow, member, details, { hasOwnTrail: moved === undefined });
    if (moved !== undefined) return this.changeRole(uow, described, moved);
    return { ...(await this.changed(uow, described, [])), endedPasskeys: 0 };
  }

  /** Changes the name and the external id. The trail of the write is that of the role where it changes, too. */
  private describe(
    uow: UnitOfWork,
    member: MemberEntity,
    details: Partial<Pick<MemberEntity, 'name' | 'externalId'>>,
    { hasOwnTrail }: { hasOwnTrail: boolean },
  ): MemberEntity {
    const fields = Object.keys(details);
    if (fields.length === 0) {
      if (hasOwnTrail) uow.recordWithoutEvent(member.id);
      return member;
    }
    const [described] = uow.changeAll(MemberEntity, [member], details);
    if (details.name !== undefined) replaceMemberWords(uow, described);
    const changes = fieldChanges(MemberEntity, member, details);
    if (hasOwnTrail) uow.record(memberUpdated.event, { ...member, fields }, changes);
    else uow.recordAlso(memberUpdated, { ...member, fields }, changes);
    return described;
  }

  private async changeRole(uow: UnitOfWork, member: MemberEntity, role: OrganizationRole): Promise<MemberWithRole> {
    const changed = uow.change(MemberEntity, member, { role });
    const promoted = rolesAbove(member.role).includes(role);
    const { revoked, ended } = promoted
      ? { revoked: await this.revokeAtPromotion(uow, member, role), ended: [] }
      : await this.takePower(uow, member, role);
    const proofs = promoted ? await endProofsByAdmins(uow, member.id) : NO_PROOFS;
    const endedSignIns = promoted ? await this.endSignIns(uow, member, 'promotion') : {};
    const changes = {
      ...listed('revokedApiKeyIds', revoked),
      ...listed('endedResponsibilityIds', ended),
      ...endedSignIns,
      ...listed('removedPasskeyIds', proofs.passkeys),
      ...listed('endedIdentityIds', proofs.identities),
      ...listed('revokedInvitationIds', proofs.invitations),
    };
    uow.record(changeMemberRole.event, { ...member, from: member.role, to: role }, changes);
    return { ...(await this.changed(uow, changed, revoked)), endedPasskeys: proofs.passkeys.length };
  }

  async detach(uow: UnitOfWork, id: string): Promise<ChangedMember> {
    const { member, otherOwners } = await this.members.getForUpdate(uow, id);
    checkChange(uow, member);
    if (member.role === 'OWNER' && otherOwners === 0) throw lastOwner.error('The last OWNER cannot be detached.');
    const detached = uow.change(MemberEntity, member, { status: 'detached', detachedAt: uow.now });
    this.members.endResponsibilities(uow, id);
    const { revoked } = await this.lineage.revokeMadeBy(uow, member, null);
    const endedSignIns = await this.endSignIns(uow, member, 'detachment');
    await this.observers.detached(uow, id);
    uow.record(detachMember.event, member, { ...listed('revokedApiKeyIds', revoked), ...endedSignIns });
    return this.changed(uow, detached, revoked);
  }

  private async endSignIns(uow: UnitOfWork, { id: member }: MemberEntity, by: SignInEnding): Promise<Changes> {
    return listed('endedSignInIds', await this.signIns.end(uow, { member }, by, uow.now));
  }

  /** The keys that somebody with less may know, and those that allow more than the key that promotes. */
  private async revokeAtPromotion(uow: UnitOfWork, member: MemberEntity, role: OrganizationRole): Promise<string[]> {
    const revoked = await this.lineage.revokeKnownBelow(uow, member, role);
    const { keyScopes } = uow.caller;
    return isRestricted(keyScopes)
      ? [...revoked, ...(await this.lineage.revokeBeyond(uow, member, keyScopes))].sort()
      : revoked;
  }

  /** A demotion also revokes keys for others that grant more, and ends roles that a MEMBER cannot assign. */
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
  if (member.status === 'detached') throw wrongStatus('member', member.status);
}

/** A change that lists ids in the audit entry, if there are any. */
function listed(field: string, ids: string[]): Changes {
  return ids.length === 0 ? {} : { [field]: { from: [], to: ids } };
}
