import { Injectable } from '@nestjs/common';
import { checkRecentSignIn } from '#kernel/access';
import { RelyingParty } from '#kernel/authentication';
import { notFound, wrongStatus } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { InsertedRow } from '#kernel/persistence';
import { JudgedItems, Refusal } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { revokeOpenInvitations } from '../proof/open-invitations.js';
import { expiryOf, issueLink, type InvitationTerms } from './invitation-link.js';
import { findInvitationRow, type Invitee, listInvitationRows, lockInvitees } from './invitation-rows.js';
import {
  type BulkInviteRequest,
  type BulkInviteResult,
  CreatedInvitation,
  Invitation,
  INVITE_REFUSALS,
  type InvitationsQuery,
  type InviteMemberRequest,
  type InviteRefusal,
} from './invitation.dto.js';
import { InvitationEntity } from './invitation.entity.js';
import { inviteMember, revokeInvitation } from './invitation.operations.js';
import { checkInvitesFreely, checkMayInvite } from './invitation.policy.js';
import { checkReturnUrl } from './return-url.js';

@Injectable()
export class InvitationService {
  constructor(private readonly party: RelyingParty) {}

  list(scope: Scope, query: InvitationsQuery): Promise<Page<Invitation>> {
    return scope.list(listInvitationRows, { ...query, now: scope.now }, toResources(Invitation));
  }

  async invite(uow: UnitOfWork, memberId: string, request: InviteMemberRequest): Promise<CreatedInvitation> {
    this.checkTerms(uow, request);
    const [member] = await uow.query(lockInvitees, { ids: [memberId] });
    if (!member) throw notFound();
    // Again, under the lock: the member may have been promoted since the target was authorized.
    checkMayInvite(uow.caller, member.role);
    if (member.role !== 'MEMBER') checkRecentSignIn(uow);
    if (member.status === 'detached') throw wrongStatus('member', member.status);
    const revoked = await this.revokeOpen(uow, [member]);
    const { row, url } = this.made(uow, member, request);
    const invitation = uow.insert(InvitationEntity, row);
    const { id, expiresAt } = invitation;
    const changes = { memberId, expiresAt, ...revoked.get(memberId) };
    uow.record(inviteMember.event, { targetId: id, changes, data: invitedData(invitation) });
    return toResource(CreatedInvitation, { ...invitation, memberName: member.name, status: 'open', url });
  }

  async inviteAll(uow: UnitOfWork, request: BulkInviteRequest): Promise<BulkInviteResult> {
    this.checkTerms(uow, request);
    const found = await uow.query(lockInvitees, { ids: request.items.map(({ memberId }) => memberId) });
    const members = new Map(found.map((member) => [member.id, member]));
    const judged = JudgedItems.of<{ memberId: string }, Invitee, InviteRefusal>(request, INVITE_REFUSALS, (item) =>
      judgedInvitee(members.get(item.memberId)),
    );
    const revoked = await this.revokeOpen(uow, judged.accepted);
    const made = judged.accepted.map((member) => this.made(uow, member, request));
    const invitations = uow.insertAll(
      InvitationEntity,
      made.map(({ row }) => row),
    );
    for (const invitation of invitations) {
      const { id: targetId, memberId, expiresAt } = invitation;
      const changes = { memberId, expiresAt, ...revoked.get(memberId) };
      uow.recordAlso(inviteMember, { targetId, changes, data: invitedData(invitation) });
    }
    uow.recordWithoutEvent(uow.caller.organizationId, judged.counts);
    const urls = new Map(invitations.map(({ id }, index) => [id, made[index].url]));
    const result = judged.result(invitations.map(({ id }) => id));
    return { ...result, results: result.results.map((one) => ({ ...one, url: urls.get(one.id ?? '') ?? null })) };
  }

  async revoke(uow: UnitOfWork, id: string): Promise<Invitation> {
    const invitation = await uow.getForUpdate(InvitationEntity, id);
    const [{ status }] = await uow.query(findInvitationRow, { id, now: uow.now });
    if (status !== 'open') throw wrongStatus('invitation', status);
    const revoked = uow.change(InvitationEntity, invitation, { revokedAt: uow.now });
    uow.record(revokeInvitation.event, revoked);
    const [row] = await uow.query(findInvitationRow, { id, now: uow.now });
    return toResource(Invitation, row);
  }

  private checkTerms(uow: UnitOfWork, { returnUrl }: InvitationTerms): void {
    checkInvitesFreely(uow.caller);
    checkReturnUrl(returnUrl, this.party.pageOrigins);
  }

  /** The row of an invitation that is to be inserted, and its link. */
  private made(uow: UnitOfWork, member: Invitee, terms: InvitationTerms) {
    const { organizationId, role, apiKeyId: createdByKey } = uow.caller;
    const { url, tokenHash } = issueLink(organizationId, terms, this.party);
    const row: InsertedRow<InvitationEntity> = {
      ...{ memberId: member.id, memberRole: member.role, tokenHash, createdByKey },
      power: role === 'OWNER' ? 'OWNER' : 'ADMIN',
      returnUrl: terms.returnUrl ?? null,
      expiresAt: expiryOf(terms, uow.now),
    };
    return { row, url };
  }

  /** Revokes what the members can still use; returns the changes of each of their entries. */
  private async revokeOpen(uow: UnitOfWork, members: readonly Invitee[]) {
    const ids = members.map(({ id }) => id);
    const revoked = await revokeOpenInvitations(uow, ids, uow.now);
    return new Map(revoked.map(({ id, memberId }) => [memberId, { revokedInvitationId: id }]));
  }
}

function judgedInvitee(member: Invitee | undefined): Invitee | Refusal<InviteRefusal> {
  if (!member) return new Refusal('not_found');
  if (member.role !== 'MEMBER') return new Refusal('not_a_member_role');
  return member.status === 'detached' ? new Refusal('detached') : member;
}

function invitedData({ id, memberId, expiresAt }: Pick<InvitationEntity, 'id' | 'memberId' | 'expiresAt'>) {
  return { invitationId: id, memberId, expiresAt: expiresAt.toISOString() };
}
