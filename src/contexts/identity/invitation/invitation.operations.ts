import { administrators } from '#kernel/access';
import { refusedIn } from '#kernel/errors';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { Instant, Uuid } from '#kernel/fields';
import { declareBulk, resource } from '#kernel/operations';
import {
  BulkInviteRequest,
  BulkInviteResult,
  CreatedInvitation,
  Invitation,
  InvitationsQuery,
  InviteMemberRequest,
} from './invitation.dto.js';
import { INVITES, invitableMember, manageableInvitation } from './invitation.policy.js';

class InvitationRevoked {
  @Uuid() invitationId: string;
  @Uuid() memberId: string;
}

class MemberInvited extends InvitationRevoked {
  @Instant() expiresAt: string;
}

class MemberJoined extends InvitationRevoked {}

const invitations = resource({
  noun: 'invitation',
  tag: 'Sign-in',
  path: '/invitations/:invitationId',
  response: Invitation,
  target: manageableInvitation,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const listInvitations = invitations.list({
  query: InvitationsQuery,
  description: 'Newest first, without their links.',
});

export const inviteMember = invitations.create({
  name: 'invite_member',
  path: '/members/:memberId/invitations',
  parent: invitableMember,
  summary: 'Invite a member to sign in',
  description:
    'Returns the link in `url` only once: the service stores a hash, and `url` is null in a replay. Hand it to the member. ' +
    'With it, the member makes a passkey or signs in at the identity provider, once; it is also the way back in for a ' +
    'lost device. An open invitation of the member is revoked.',
  recentSignIn: 'sometimes',
  body: InviteMemberRequest,
  response: CreatedInvitation,
  event: declareEvent('member.invited', 'A member was invited to sign in.', MemberInvited),
  shownOnce: ['url'],
  refusals: { 403: `${administrators.forbidden} ${INVITES}` },
  reasons: refusedIn('member', ['detached']),
});

export const bulkInvite = declareBulk({
  name: 'bulk_invite',
  path: '/bulk-invitations',
  tag: 'Sign-in',
  summary: 'Invite several members to sign in',
  description:
    'Members of role MEMBER only. Each invitation is recorded as by invite_member. The links are returned only once: each ' +
    '`url` is null in a replay.',
  access: administrators,
  permission: 'admin',
  targetType: 'organization',
  action: 'organization.bulk_members_invited',
  alsoEvents: [inviteMember.event.name],
  body: BulkInviteRequest,
  response: BulkInviteResult,
  shownOnce: ['results.url'],
  refusals: { 403: `${administrators.forbidden} A restricted API key invites nobody.` },
});

export const revokeInvitation = invitations.command('revoke', {
  leadsTo: 'revoked',
  description: 'Its link opens nothing any more. What the member made with it, if it was used, stays.',
  event: declareEvent('invitation.revoked', 'An open invitation was revoked.', InvitationRevoked),
  refusals: { 403: `${administrators.forbidden} Only an OWNER can revoke the invitation of an OWNER or ADMIN.` },
  reasons: refusedIn('invitation', ['used', 'revoked', 'expired']),
});

/** The record of the first invitation that a member uses. */
export const memberJoined = {
  ...declareServiceAct('member.joined', 'member'),
  event: declareEvent('member.joined', 'A member signed in with an invitation for the first time.', MemberJoined),
};
