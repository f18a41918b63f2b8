import { ORGANIZATION_ROLES, type OrganizationRole } from '#kernel/access';
import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  type FieldOptions,
  Instant,
  OneOf,
  Text,
  Title,
  Uuid,
  WholeNumber,
  WordSearch,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { EmailAddress } from '../account/email.js';
import { MEMBER_STATUSES, type MemberStatus } from './member.entity.js';

const NAME = { min: 1, max: 100, description: 'Display name in the organization', example: 'Ada Lovelace' };

/** Compared as it is, with case and accents. */
function ExternalId(options: FieldOptions): PropertyDecorator {
  const description = "The member's id in another system; unique among active members";
  return Title({ min: 1, max: 100, description, example: 'S-1815', ...options });
}

export class AddMemberRequest {
  @EmailAddress({ description: "The account's e-mail address, case-insensitive" }) email: string;

  @Title(NAME) name: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: OrganizationRole;
  @ExternalId({ optional: true, nullable: true }) externalId?: string | null;
}

export class ChangeMemberRoleRequest implements CrossChecked {
  @OneOf(ORGANIZATION_ROLES, { optional: true, description: 'The new role', example: 'ADMIN' })
  role?: OrganizationRole;

  @Title({ ...NAME, optional: true }) name?: string;
  @ExternalId({ optional: true, nullable: true, description: 'null erases it' }) externalId?: string | null;

  crossIssues(): FieldIssue[] {
    const { role, name, externalId } = this;
    const isEmpty = role === undefined && name === undefined && externalId === undefined;
    return isEmpty ? [{ field: 'role', issue: 'is required without name and externalId' }] : [];
  }
}

export class MembersQuery extends PageQuery {
  @OneOf(ORGANIZATION_ROLES, { optional: true, description: 'Only members with this role' }) role?: OrganizationRole;
  @OneOf(MEMBER_STATUSES, { optional: true, description: 'Only members with this status' }) status?: MemberStatus;
  @WordSearch({ of: "the member's name" }) q?: string;

  @Text({ optional: true, min: 1, max: 254, description: 'Only members with this e-mail address, case-insensitive' })
  email?: string;

  @ExternalId({ optional: true, description: 'Only members with this id of another system' }) externalId?: string;
}

export class Member {
  @Uuid({ description: 'Member identifier' }) id: string;
  @Uuid({ description: 'The account, shared by all memberships of the person' }) accountId: string;
  @EmailAddress({ description: "The account's e-mail address, in lower case" }) email: string;
  @Text({ description: 'Display name in the organization', example: 'Ada Lovelace' }) name: string;
  @ExternalId({ nullable: true }) externalId: string | null;
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

export class MemberWithRole extends ChangedMember {
  @WholeNumber({
    min: 0,
    description: 'How many passkeys a promotion removed: those that hang from the invitation of an ADMIN',
    example: 0,
  })
  endedPasskeys: number;
}
