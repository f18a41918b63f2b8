import { administrators } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareWrite } from '#kernel/operations';
import { invitableMember } from '../invitation/invitation.policy.js';

class IdentityLinked {
  @Uuid() memberId: string;
}

class IdentityUnlinked extends IdentityLinked {}

export class UnlinkedIdentity {
  @Uuid({ description: 'The member' }) memberId: string;
  @WholeNumber({ description: 'How many sign-ins it ended', example: 1 }) endedSignIns: number;
}

export const notLinked = refusal('not_linked', 'The member is not linked to a person at the identity provider.');

/** A person at the provider signs in as a member for the first time. */
export const externalIdentityLinked = {
  audited: declareServiceAct('external_identity.linked', 'member'),
  event: declareEvent(
    'external_identity.linked',
    'A person at the identity provider was linked to a member.',
    IdentityLinked,
  ),
};

export const externalIdentityUnlinked = declareEvent(
  'external_identity.unlinked',
  'A member was unlinked from the identity provider.',
  IdentityUnlinked,
);

export const unlinkExternalIdentity = declareWrite({
  name: 'unlink_external_identity',
  path: '/members/:memberId/external-identity/unlink',
  tag: 'Sign-in',
  summary: 'Unlink a member from the identity provider',
  description:
    'The person at the provider is nobody here any more, and the sign-ins by it end. Their e-mail address does not link them ' +
    'again: only an invitation does.',
  access: administrators,
  permission: 'admin',
  recentSignIn: 'always',
  target: invitableMember,
  targetType: 'member',
  response: UnlinkedIdentity,
  event: externalIdentityUnlinked,
  refusals: { 403: `${administrators.forbidden} Only an OWNER can unlink an OWNER or ADMIN.` },
  reasons: [notLinked],
});
