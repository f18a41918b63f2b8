import { administrators, everyMember } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { declareRead, declareWrite, foundBy, resource } from '#kernel/operations';
import { identityTables } from '../identity.tables.js';
import { invitableMember } from '../invitation/invitation.policy.js';
import {
  AddMyPasskeyRequest,
  MyPasskeyOptions,
  MyPasskeysQuery,
  Passkey,
  RemovedPasskeys,
  RemoveMemberPasskeysRequest,
  UpdateMyPasskeyRequest,
} from './passkey.dto.js';

class PasskeyChanged {
  @Uuid() memberId: string;
  @Uuid() passkeyId: string;
}

class PasskeyAdded extends PasskeyChanged {}
class PasskeyRemoved extends PasskeyChanged {}

export const MAX_ACTIVE_PASSKEYS = 10;

export const passkeyLimit = refusal(
  'passkey_limit',
  `The member has ${MAX_ACTIVE_PASSKEYS} active passkeys. Remove one first.`,
);
export const passkeyKnown = refusal('passkey_known', 'The passkey is, or was, one of the organization already.');
export const lastPasskey = refusal('last_passkey', 'It is the only way in of the member. Add another one first.');
export const ownPasskeys = refusal('own_passkeys', 'Your own passkeys are removed one by one.');

const mine = { access: everyMember, credentials: ['sign_in'], tag: 'Sign-in' } as const;

const myPasskeys = resource({
  noun: 'my passkey',
  tag: 'Sign-in',
  path: '/me/passkeys/:passkeyId',
  response: Passkey,
  target: foundBy({
    tables: identityTables,
    name: 'find_own_passkey',
    sql: 'select 1 from passkeys where organization_id = :organization and id = :id and member_id = :member',
    parameters: { member: 'uuid' },
    values: ({ memberId: member }) => ({ member }),
    notFound: 'The passkey does not exist, or is of another member.',
  }),
  read: everyMember,
  write: everyMember,
});

const change = { ...mine, recentSignIn: 'always', targetType: 'passkey', keyScope: 'account' } as const;

export const listMyPasskeys = myPasskeys.list({
  ...mine,
  query: MyPasskeysQuery,
  summary: 'List my passkeys',
  description: 'The active ones, newest first.',
});

/** A read, although it is a POST: each answer has another challenge. */
export const createMyPasskeyOptions = declareRead({
  ...mine,
  name: 'create_my_passkey_options',
  method: 'POST',
  path: '/me/passkeys/options',
  summary: 'Start to add a passkey',
  description:
    'Returns the options of `navigator.credentials.create()`, whose challenge is good for five minutes. Nothing is stored, ' +
    'and no Idempotency-Key is needed.',
  recentSignIn: 'always',
  response: MyPasskeyOptions,
});

export const addMyPasskey = myPasskeys.create({
  ...change,
  name: 'add_my_passkey',
  summary: 'Add a passkey',
  description: `A member has at most ${MAX_ACTIVE_PASSKEYS} active passkeys. It is as good as the sign-in that adds it: a promotion ends both, where an ADMIN invited.`,
  body: AddMyPasskeyRequest,
  event: declareEvent('passkey.added', 'A passkey was added to a member.', PasskeyAdded),
  refusals: { 400: 'A field is invalid, or `passkey` was not made by the options of this member, or too long ago.' },
  reasons: [passkeyLimit, passkeyKnown],
});

export const updateMyPasskey = myPasskeys.patch({
  ...change,
  name: 'update_my_passkey',
  summary: 'Rename a passkey',
  description: 'The label is for the member, who tells devices apart by it.',
  action: 'passkey.updated',
  body: UpdateMyPasskeyRequest,
  reasons: refusedIn('passkey', ['removed']),
});

export const removeMyPasskey = myPasskeys.command('remove', {
  ...change,
  name: 'remove_my_passkey',
  leadsTo: 'removed',
  summary: 'Remove a passkey',
  description:
    'It lets nobody in any more, and the sign-ins with it end, but for the current one. The last one stays, unless the ' +
    'member has signed in at the identity provider.',
  event: declareEvent('passkey.removed', 'A passkey was removed and no longer lets anybody in.', PasskeyRemoved),
  reasons: [...refusedIn('passkey', ['removed']), lastPasskey],
});

export const removeMemberPasskeys = declareWrite({
  name: 'remove_member_passkeys',
  path: '/members/:memberId/passkeys/remove',
  tag: 'Sign-in',
  summary: 'Remove the passkeys of a member',
  description:
    'All of them, for a stolen device: the sign-ins of the member end, and open invitations are revoked. Invite the member ' +
    'again.',
  access: administrators,
  permission: 'admin',
  recentSignIn: 'always',
  target: invitableMember,
  targetType: 'member',
  action: 'member.passkeys_removed',
  alsoEvents: [removeMyPasskey.event.name],
  mayChangeNothing: true,
  body: RemoveMemberPasskeysRequest,
  response: RemovedPasskeys,
  refusals: { 403: `${administrators.forbidden} Only an OWNER can remove the passkeys of an OWNER or ADMIN.` },
  reasons: [ownPasskeys],
});
