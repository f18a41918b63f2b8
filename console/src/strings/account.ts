import { plural } from './words.js';

/** Somebody's own sign-ins and passkeys. */
export const account = {
  title: 'Your sign-ins and passkeys',
  joined: (count: number) =>
    `You are signed in, and have ${plural(count, 'passkey', 'passkeys')}. Remove those that are not yours, or are on a device that you no longer have.`,
  byKey:
    'You use an API key. Passkeys belong to people: sign in with one, or by an invitation, to see and change yours.',
  signIns: 'Sign-ins',
  signInsHint: 'Where you are signed in, and were. End what you do not know.',
  noSignIns: 'There is no sign-in: you use an API key.',
  how: 'How',
  methods: {
    passkey: 'With a passkey',
    invitation: 'By an invitation',
    identity_provider: 'By the identity provider',
  },
  current: 'this one',
  started: 'Since',
  lastSeen: 'Last used',
  ends: 'Ends',
  status: 'Status',
  endedBy: {
    member: 'by yourself',
    administrator: 'by an administrator',
    passkey: 'its passkey was removed',
    provider: 'the identity provider was changed',
    required: 'the identity provider is required now',
    promotion: 'your role was raised',
    detachment: 'you were detached',
    limit: 'a newer one took its place',
  } as Record<string, string>,
  end: 'End',
  endAbout: 'Whoever uses it is signed out with the next request.',
  ended: 'The sign-in has ended.',
  passkeys: 'Passkeys',
  passkeysHint: 'Have two, on devices of their own: if you lose one, you come in by the other.',
  noPasskeys: 'You have no passkey. Add one.',
  passkey: 'Passkey',
  added: 'Added',
  lastUsed: 'Last used',
  never: 'never',
  kept: 'Kept',
  backedUp: 'with your account at its maker, on several devices',
  onDevice: 'on one device only',
  otherDomain: (domain: string) => `It is for ${domain}, and does not sign in here.`,
  add: 'Add a passkey',
  addAbout: 'The browser asks where to keep it: on this device, on a phone, or on a security key.',
  label: 'Name',
  labelHint: 'Such as the device that it is on.',
  addDone: 'The passkey is added.',
  rename: 'Rename',
  renamed: 'The passkey is renamed.',
  remove: 'Remove',
  removeAbout: 'It signs in no more, and sign-ins with it end, but for this one. Remove it on the device, too.',
  removed: 'The passkey is removed.',
  actions: 'Actions',
};

/** Confirming who one is, before what needs a recent sign-in. */
export const proof = {
  title: 'Confirm that it is you',
  about:
    'This is for a sign-in from the last ten minutes. Sign in once more: the request is then sent, as you have entered it.',
  again:
    'That did not do: the identity provider does not say when it has last asked who you are. Confirm with a passkey.',
  passkey: 'Confirm with a passkey',
  provider: 'Confirm at your organization',
  atProvider: 'Go on in the window that was opened. If it is gone, begin anew.',
  refused: 'The sign-in failed. Nothing was changed.',
  otherPerson: 'That was somebody else. Confirm with a sign-in of your own.',
  noWindow: 'The browser has opened no window. Allow this page to open one, and begin anew.',
};
