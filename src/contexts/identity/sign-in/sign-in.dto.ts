import { SIGN_IN_METHODS } from '#kernel/access';
import { Flag, Instant, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { SIGN_IN_ENDINGS, SIGN_IN_STATUSES, type SignInStatus } from '../proof/sign-in.entity.js';

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
