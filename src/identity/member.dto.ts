import { ORGANIZATION_ROLES, type OrganizationRole } from '../platform/access/caller.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import { EmailAddress } from './email.js';
import { MEMBER_STATUSES, type MemberEntity, type MemberStatus } from './member.entity.js';

export class AddMemberRequest {
  @EmailAddress({ description: 'Whose account it is; compared without regard to case' })
  email: string;

  @Title({ min: 1, max: 100, description: 'What the organization calls the member', example: 'Ada Lovelace' })
  name: string;

  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' })
  role: OrganizationRole;
}

export class ChangeMemberRoleRequest {
  @OneOf(ORGANIZATION_ROLES, { description: 'The new role in the organization', example: 'ADMIN' })
  role: OrganizationRole;
}

export class MembersQuery extends PageQuery {
  @OneOf(ORGANIZATION_ROLES, { optional: true, description: 'Members of this role only' })
  role?: OrganizationRole;

  @OneOf(MEMBER_STATUSES, { optional: true, description: 'Members of this status only' })
  status?: MemberStatus;
}

export class Member {
  @Uuid({ description: 'Member identifier' })
  id: string;

  @Uuid({ description: 'The account, the same in every organization that its owner is a member of' })
  accountId: string;

  @EmailAddress({ description: "The account's e-mail address, in lower case" })
  email: string;

  @Text({ description: 'What the organization calls the member', example: 'Ada Lovelace' })
  name: string;

  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' })
  role: string;

  @OneOf(MEMBER_STATUSES, { description: 'detached members have no access' })
  status: string;

  @Instant({ description: 'Since when it is a member, UTC' })
  createdAt: string;
}

export function toMember(member: Omit<MemberEntity, 'organizationId'>, email: string): Member {
  return {
    id: member.id,
    accountId: member.accountId,
    email,
    name: member.name,
    role: member.role,
    status: member.status,
    createdAt: member.createdAt.toISOString(),
  };
}
