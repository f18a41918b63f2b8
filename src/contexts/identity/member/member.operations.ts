import { refusal, refusedIn } from '#kernel/errors';
import { administrators, anyStaff, ORGANIZATION_ROLES } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import {
  AddMemberRequest,
  ChangedMember,
  ChangeMemberRoleRequest,
  Member,
  MembersQuery,
  MemberWithRole,
} from './member.dto.js';
import { RECORDED_OF_DETACHED_MEMBER } from './member-observers.js';
import { anyMember, manageableMember, narrowToManageableRole } from './member.policy.js';

export const alreadyMember = refusal('member_active', 'The account is already an active member.');
export const externalIdTaken = refusal('external_id_taken', 'Another active member has the externalId.');
export const lastOwner = refusal('last_owner', 'The organization would have no OWNER.');
const detached = refusedIn('member', ['detached']);

class MemberAdded {
  @Uuid() memberId: string;
  @Uuid() accountId: string;
  @OneOf(ORGANIZATION_ROLES) role: string;
}

class MemberRoleChanged {
  @Uuid() memberId: string;
  @Uuid() accountId: string;
  @OneOf(ORGANIZATION_ROLES) from: string;
  @OneOf(ORGANIZATION_ROLES) to: string;
}

class MemberReference {
  @Uuid() memberId: string;
}

class MemberDetached {
  @Uuid() memberId: string;
  @Uuid() accountId: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'The role at the time of the detachment' }) role: string;
}

const forbidden = `${administrators.forbidden} Only an OWNER`;

const members = resource({
  noun: 'member',
  path: '/members/:memberId',
  response: Member,
  target: manageableMember,
  read: anyStaff,
  write: administrators,
  permission: 'admin',
});

export const listMembers = members.list({
  query: MembersQuery,
  mayLag: true,
  description: 'Newest first, detached members included.',
});

export const getMember = members.get({ description: 'Detached members are returned as well.', target: anyMember });

export const addMember = members.create({
  name: 'add_member',
  summary: 'Add a member',
  description:
    'Finds the account by its e-mail address, or creates it. A detached member can be added again: this creates a new ' +
    'member without the previous keys and responsibilities. Only an OWNER can add an OWNER.',
  recentSignIn: 'sometimes',
  body: AddMemberRequest,
  event: declareEvent('member.added', 'An account became a member of the organization.', MemberAdded),
  narrowReplay: narrowToManageableRole,
  refusals: {
    403: `${forbidden} can add an OWNER.`,
  },
  reasons: [alreadyMember, externalIdTaken],
});

/** A PATCH of the name or the external id records it, beside or instead of the event of the role. */
export const memberUpdated = {
  action: 'member.updated',
  targetType: 'member',
  event: declareEvent('member.updated', "A member's name or external id was changed.", withFields(MemberReference)),
};

export const changeMemberRole = members.patch({
  name: 'change_member_role',
  summary: "Change a member's role, name or external id",
  description:
    'Sends member.role_changed, and member.updated where name or externalId is sent. A new role takes effect with ' +
    "the member's next request. Only an OWNER can promote a member to OWNER or change an OWNER. A " +
    "promotion revokes the member's keys that somebody with less than the new role may know: the maker of a key and, " +
    'link by link, of the key that made it must have had at least that role then, and others must have it now. A ' +
    "promotion by a restricted API key also revokes the member's keys that are not restricted to scopes of that key. A " +
    'demotion revokes the keys that grant more than the new role and that the member made for others, directly or by ' +
    'another key. A demotion from ADMIN or OWNER to MEMBER also ends the responsibilities that the member assigned to ' +
    'itself. A promotion also ends the open sign-ins of the member, a demotion none. Sending the current role changes nothing.',
  recentSignIn: 'sometimes',
  response: MemberWithRole,
  body: ChangeMemberRoleRequest,
  event: declareEvent('member.role_changed', "A member's role in the organization was changed.", MemberRoleChanged),
  alsoEvents: [memberUpdated.event.name],
  refusals: {
    403: `${forbidden} can promote a member to OWNER or change an OWNER.`,
  },
  reasons: [...detached, lastOwner, externalIdTaken],
});

export const detachMember = members.delete({
  leadsTo: 'detached',
  name: 'detach_member',
  summary: 'Detach a member',
  description:
    "The member's keys and sign-ins stop working (401) and its responsibilities end. The keys that the member made for others, " +
    'directly or by another key, are revoked: the member may know them. Its enrollments and history are kept. Only an ' +
    'OWNER can detach an OWNER. Its calendars are disconnected.',
  response: ChangedMember,
  event: declareEvent('member.detached', 'A member was detached and no longer has access.', MemberDetached),
  alsoEvents: RECORDED_OF_DETACHED_MEMBER,
  refusals: {
    403: `${forbidden} can detach an OWNER.`,
  },
  reasons: [...detached, lastOwner],
});
