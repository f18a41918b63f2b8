import { plural } from './words.js';

/** How a member gets in: invitations, sign-ins, passkeys, the identity of the provider. */
export const entry = {
  title: 'Sign-in',
  hint: 'An invitation lets the member sign in for the first time, or again after a device was lost.',
  onlyOwners: 'Only an owner invites owners and administrators.',
  detached: 'Detached members do not sign in.',
  invite: 'Invite',
  inviteAbout:
    'The link lets whoever has it sign in as this member, once. Send it to them alone. An open invitation ends.',
  hours: 'Good for how many hours',
  hoursHint: 'From 1 to 336, which is two weeks.',
  invited: 'The member is invited.',
  linkShownOnce: 'This is the link. Send it to the member alone: it is not shown again.',
  linkReplayed:
    'The invitation was made by an earlier attempt, whose answer got lost. Its link cannot be shown again: invite once more, which ends it.',
  invitations: 'Open invitations',
  noInvitations: 'There is no open invitation.',
  expires: 'Good until',
  revoke: 'Revoke',
  revokeAbout: 'The link no longer works.',
  revoked: 'The invitation is revoked.',
  signIns: 'Open sign-ins',
  noSignIns: 'The member is signed in nowhere.',
  endAll: 'End all sign-ins',
  endAllAbout: 'The member is signed out everywhere with the next request. They can sign in again.',
  endedAll: (count: number) => `${plural(count, 'sign-in has', 'sign-ins have')} ended.`,
  removePasskeys: 'Remove all passkeys',
  removePasskeysAbout:
    'For a device that was stolen: passkeys, sign-ins and open invitations of the member end. Invite them again afterwards.',
  reason: 'Why',
  removedPasskeys: (removed: number, ended: number) =>
    `${plural(removed, 'passkey is', 'passkeys are')} removed, and ${plural(ended, 'sign-in has', 'sign-ins have')} ended.`,
  unlink: 'Unlink the identity',
  unlinkAbout:
    'The account at the identity provider no longer signs in as this member, and sign-ins by it end. An invitation links another one.',
  unlinked: (ended: number) => `The identity is unlinked, and ${plural(ended, 'sign-in has', 'sign-ins have')} ended.`,
  inviteAll: 'Invite all',
  inviteAllAbout: (count: number) =>
    `${plural(count, 'person of this import', 'people of this import')} get a link each. The links are shown once, as a file to download. Open invitations of these people end.`,
  invitedAll: (count: number) => `${plural(count, 'person is', 'people are')} invited.`,
  linksOnce:
    'Download the links now: they are not shown again once this is closed. Each lets whoever has it sign in as that person.',
  linksLost:
    'They were invited by an earlier attempt, whose answer got lost: its links cannot be shown again. Invite all once more, which ends those.',
  file: 'Invitations',
  columns: ['Name', 'Link'],
  nobody: 'Nobody of this import can be invited.',
};
