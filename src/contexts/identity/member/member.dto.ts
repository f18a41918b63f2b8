import { ORGANIZATION_ROLES, type OrganizationRole } from '#kernel/access/caller.js';
import { Uuid } from '#kernel/fields/identifiers.js';
import { WholeNumber } from '#kernel/fields/numbers.js';
import { OneOf, Text, Title } from '#kernel/fields/text.js';
import { Instant } from '#kernel/fields/time.js';
import { PageQuery } from '#kernel/lists/page.js';
import { EmailAddress } from '../account/email.js';
import { MEMBER_STATUSES, type MemberStatus } from './member.entity.js';

export class AddMemberRequest {
  @EmailAddress({ description: "The account's e-mail address, case-insensitive" }) email: string;

  @Title({ min: 1, max: 100, description: 'Display name in the organization', example: 'Ada Lovelace' }) name: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: OrganizationRole;
}

export class ChangeMemberRoleRequest {
  @OneOf(ORGANIZATION_ROLES, { description: 'The new role', example: 'ADMIN' })
  role: OrganizationRole;
}

export class MembersQuery extends PageQuery {
  @OneOf(ORGANIZATION_ROLES, { optional: true, description: 'Only members with this role' }) role?: OrganizationRole;
  @OneOf(MEMBER_STATUSES, { optional: true, description: 'Only members with this status' }) status?: MemberStatus;
}

export class Member {
  @Uuid({ description: 'Member identifier' }) id: string;
  @Uuid({ description: 'The account, shared by all memberships of the person' }) accountId: string;
  @EmailAddress({ description: "The account's e-mail address, in lower case" }) email: string;
  @Text({ description: 'Display name in the organization', example: 'Ada Lovelace' }) name: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: string;
  @OneOf(MEMBER_STATUSES, { description: 'A detached member has no access' }) status: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
}

/** A member after a change of its power. */
export class ChangedMember extends Member {
  @WholeNumber({
    min: 0,
    description: 'How many API keys the change revoked; the audit entry has their ids',
    example: 0,
  })
  revokedApiKeys: number;
}
