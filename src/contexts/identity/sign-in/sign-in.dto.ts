import { ORGANIZATION_ROLES, SIGN_IN_METHODS } from '#kernel/access';
import { Flag, Instant, Nested, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { SIGN_IN_ENDINGS, SIGN_IN_STATUSES, type SignInStatus } from './sign-in.entity.js';

const METHOD = { description: 'How the person proved who they are' };

export class SignIn {
  @Uuid({ description: 'Sign-in identifier' }) id: string;
  @Uuid({ description: 'The member who signed in' }) memberId: string;
  @Text({ description: "The member's name", example: 'Ada Lovelace' }) memberName: string;
  @OneOf(SIGN_IN_METHODS, METHOD) method: string;
  @Instant({ description: 'Start, UTC' }) startedAt: string;
  @Instant({ description: 'Last authenticated request, UTC, accurate to a minute' }) lastSeenAt: string;
  @Instant({ description: 'Latest expiry time, UTC' }) expiresAt: string;
  @OneOf(SIGN_IN_STATUSES, { description: 'expired: too old, or without a request for too long' }) status: string;
  @Instant({ nullable: true, description: 'End, UTC; null unless it was ended', example: null }) endedAt: string | null;

  @OneOf(SIGN_IN_ENDINGS, { nullable: true, description: 'Who or what ended it', example: null })
  endedBy: string | null;

  @Flag({ description: 'Whether the request was sent in it' }) current: boolean;
}

export class MySignInsQuery extends PageQuery {}

export class SignInsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only sign-ins of this member' }) memberId?: string;
  @OneOf(SIGN_IN_STATUSES, { optional: true, description: 'Only sign-ins with this status' }) status?: SignInStatus;
}

export class EndedSignIns {
  @WholeNumber({ description: 'How many sign-ins it ended', example: 2 }) ended: number;
}

export class MySignIn {
  @Uuid({ description: 'Sign-in identifier' }) id: string;
  @OneOf(SIGN_IN_METHODS, METHOD) method: string;
  @Instant({ description: 'Latest expiry time, UTC' }) expiresAt: string;
  @Flag({ description: 'Whether it was proved within the last 10 minutes' }) recent: boolean;
}

class SignedInMember {
  @Uuid({ description: 'Member identifier' }) id: string;
  @Text({ description: "The member's name", example: 'Ada Lovelace' }) name: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: string;
}

class SignedInOrganization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: "The organization's name", example: 'North Academy' }) name: string;
}

/** The answer to a proof. */
export class SignedIn {
  @Text({
    description: 'The key of the sign-in, for the header x-api-key; returned only once',
    example: 'dsignin_AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ',
  })
  key: string;

  @Uuid({ description: 'Sign-in identifier' }) signInId: string;
  @Instant({ description: 'Latest expiry time, UTC' }) expiresAt: string;
  @Nested(() => SignedInMember) member: SignedInMember;
  @Nested(() => SignedInOrganization) organization: SignedInOrganization;

  @WholeNumber({
    description: "Other active passkeys of the member: one that they do not know may be somebody else's",
    example: 1,
  })
  otherPasskeys: number;
}
