import { administrators, anyStaff } from '../platform/access/access-rule.js';
import { ORGANIZATION_ROLES } from '../platform/access/caller.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { AddMemberRequest, ChangeMemberRoleRequest, Member, MembersQuery } from './member.dto.js';
import { manageableMember, narrowToManageableRole } from './member.policy.js';

const tag = 'Members';
const unknown = 'The member is unknown, or of another organization.';
const noRole = 'The caller has no role that needs members.';

export class MemberAdded {
  @Uuid()
  memberId: string;

  @Uuid()
  accountId: string;

  @OneOf(ORGANIZATION_ROLES)
  role: string;
}

export class MemberRoleChanged {
  @Uuid()
  memberId: string;

  @Uuid()
  accountId: string;

  @OneOf(ORGANIZATION_ROLES)
  from: string;

  @OneOf(ORGANIZATION_ROLES)
  to: string;
}

export class MemberDetached {
  @Uuid()
  memberId: string;

  @Uuid()
  accountId: string;

  @OneOf(ORGANIZATION_ROLES, { description: 'The role until then' })
  role: string;
}

export const memberAdded = declareEvent({
  name: 'member.added',
  summary: 'An account became a member of the organization.',
  data: MemberAdded,
});

export const memberRoleChanged = declareEvent({
  name: 'member.role_changed',
  summary: "A member's role in the organization was changed.",
  data: MemberRoleChanged,
});

export const memberDetached = declareEvent({
  name: 'member.detached',
  summary: 'A member was detached: it has no access any more.',
  data: MemberDetached,
});

export const listMembers = declareRead({
  name: 'list_members',
  path: '/members',
  tag,
  summary: 'List members',
  description: 'Newest first; detached members too, unless the status says otherwise.',
  access: anyStaff,
  query: MembersQuery,
  response: pageOf(Member),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noRole },
});

export const getMember = declareRead({
  name: 'get_member',
  path: '/members/:memberId',
  tag,
  summary: 'Read a member',
  access: anyStaff,
  target: existingIn('members'),
  response: Member,
  refusals: { 403: noRole, 404: unknown },
});

export const addMember = declareWrite({
  name: 'add_member',
  method: 'POST',
  path: '/members',
  tag,
  summary: 'Add a member',
  description:
    'Finds the account by its e-mail address, or makes it. Who was detached can be added again: as a new member, ' +
    'without the keys and responsibilities of before. Only an OWNER adds an OWNER.',
  access: administrators,
  body: AddMemberRequest,
  response: Member,
  status: 201,
  targetType: 'member',
  event: memberAdded,
  narrowReplay: narrowToManageableRole,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN, or is an ADMIN who would add an OWNER.',
    409: 'The account is an active member already, or another request holds it.',
  },
});

export const changeMemberRole = declareWrite({
  name: 'change_member_role',
  method: 'PATCH',
  path: '/members/:memberId',
  tag,
  summary: "Change a member's role",
  description:
    'Counts from the next request of the member on. Only an OWNER promotes to OWNER or changes one; keys of the member ' +
    'that no OWNER made are revoked then, its own included. The role that the member has already changes nothing.',
  access: administrators,
  target: manageableMember,
  body: ChangeMemberRoleRequest,
  response: Member,
  status: 200,
  targetType: 'member',
  event: memberRoleChanged,
  mayChangeNothing: true,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN, or is an ADMIN and the member is or would become an OWNER.',
    404: unknown,
    409: 'The member is detached, or the last OWNER, or another request holds it.',
  },
});

export const detachMember = declareWrite({
  name: 'detach_member',
  method: 'DELETE',
  path: '/members/:memberId',
  tag,
  summary: 'Detach a member',
  description:
    "The member's keys give 401 from now on and its responsibilities end; what it did and its enrollments stay. Only an " +
    'OWNER detaches an OWNER.',
  access: administrators,
  target: manageableMember,
  response: Member,
  status: 200,
  targetType: 'member',
  event: memberDetached,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN, or is an ADMIN and the member is an OWNER.',
    404: unknown,
    409: 'The member is detached already, or the last OWNER, or another request holds it.',
  },
});
