import { administrators, everyMember } from '#kernel/access';
import { refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { declareList, declareWrite, foundBy } from '#kernel/operations';
import { identityTables } from '../identity.tables.js';
import { manageableMember } from '../member/member.policy.js';
import { EndedSignIns, MySignInsQuery, SignIn, SignInsQuery } from './sign-in.dto.js';

class SignInEnded {
  @Uuid() memberId: string;
  @Uuid() signInId: string;
  @OneOf(['member', 'administrator']) by: 'member' | 'administrator';
}

/** The record of a sign-in that somebody ended. */
export const signInEnded = {
  action: 'sign_in.ended',
  targetType: 'sign_in',
  event: declareEvent('sign_in.ended', 'A sign-in was ended and no longer gives access.', SignInEnded),
};

const mine = { tag: 'Sign-in', access: everyMember, credentials: ['api_key', 'sign_in'] } as const;

export const listMySignIns = declareList({
  ...mine,
  name: 'list_my_sign_ins',
  path: '/me/sign-ins',
  summary: 'List my sign-ins',
  description: 'Newest first, ended and expired ones included.',
  query: MySignInsQuery,
  item: SignIn,
});

export const endMySignIn = declareWrite({
  ...mine,
  ...signInEnded,
  name: 'end_my_sign_in',
  path: '/me/sign-ins/:signInId/end',
  summary: 'End one of my sign-ins',
  description: 'Its key stops working (401) with the next request. To end the current one is to sign out.',
  target: foundBy({
    tables: identityTables,
    name: 'find_own_sign_in',
    sql: 'select 1 from sign_ins where organization_id = :organization and id = :id and member_id = :member',
    parameters: { member: 'uuid' },
    values: ({ memberId: member }) => ({ member }),
    notFound: 'The sign-in does not exist, or is of another member.',
  }),
  keyScope: 'account',
  response: SignIn,
  leadsTo: 'ended',
  reasons: refusedIn('sign-in', ['ended', 'expired']),
});

export const listSignIns = declareList({
  name: 'list_sign_ins',
  path: '/sign-ins',
  tag: 'Sign-in',
  summary: 'List sign-ins',
  description: 'Of all members, newest first, ended and expired ones included.',
  access: administrators,
  permission: 'admin',
  query: SignInsQuery,
  item: SignIn,
});

export const endMemberSignIns = declareWrite({
  name: 'end_member_sign_ins',
  path: '/members/:memberId/sign-ins/end',
  tag: 'Sign-in',
  summary: 'End the sign-ins of a member',
  description:
    'All that are open; their keys stop working (401) with the next request. Passkeys stay: the member can sign in again. ' +
    'Only an OWNER can end those of an OWNER.',
  access: administrators,
  permission: 'admin',
  target: manageableMember,
  response: EndedSignIns,
  action: 'member.sign_ins_ended',
  targetType: 'member',
  alsoEvents: [signInEnded.event.name],
  mayChangeNothing: true,
  refusals: { 403: `${administrators.forbidden} Only an OWNER can end the sign-ins of an OWNER.` },
});
