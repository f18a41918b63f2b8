import { plural, quoted } from './words.js';

/** The pages of those who are not signed in yet. */
export const signIn = {
  title: 'Sign in',
  passkey: 'Sign in with a passkey',
  noPasskeys: 'This browser has no passkeys on this page. Use another way, or a newer browser over https.',
  or: 'or',
  organization: 'Sign-in name of your organization',
  organizationHint: 'Your administrator knows it. This browser remembers it.',
  identity: 'Continue with your organization',
  hint: 'It stays in the open tabs of this browser until you sign out or close them.',
  key: 'API key',
  useKey: 'Sign in with the key',
  demo: 'Demo organization: sign in as',
  invalid: 'The service does not accept this key: it is mistyped, revoked or expired.',
  expired: 'The service no longer accepts your key. Sign in again.',
  ended: 'Your sign-in has ended. Sign in again.',
  elsewhere: 'You signed out in another tab.',
  notEnded:
    'You are signed out here, but the service could not be told: the sign-in ends by itself after a while. To end it now, sign in and look at “Your sign-ins and passkeys”.',
  unknown: (labels: readonly string[]) =>
    `The outcome of ${quoted(labels)} is not known: it may have been carried out. Check before you do it again.`,
  refused: 'The sign-in failed. Try another way, or ask an administrator of your organization for an invitation.',
  limited: (seconds: number, at: string) =>
    `Too many attempts came from here. Try again in ${plural(seconds, 'second', 'seconds')}, at ${at}.`,
  limitedForNow: 'Too many attempts came from here. Try again in a minute.',
  offline: 'This device is offline. Try again once it is connected.',
  toSignIn: 'Go to the sign-in',
};

/** The page that the link of an invitation leads to. */
export const join = {
  title: 'Your invitation',
  for: (name: string, organization: string) => `For ${name}, to sign in to ${organization}.`,
  until: 'It can be used once, until',
  passkeyHint:
    'A passkey is kept by this device. It is unlocked like the device: by finger, face or PIN. There is no password.',
  label: 'Name of the passkey',
  labelHint: 'So that you know it again, such as the device that it is on.',
  create: 'Create a passkey and sign in',
  identity: 'Continue with your organization',
  gone: 'This link no longer works',
  goneHint: 'It was used, taken back or has expired. Ask whoever sent it to you for a new one.',
  incomplete: 'This page needs the whole link',
  incompleteHint: 'Open the link of your invitation once more, as you have got it. If you have used it, sign in.',
  lost: 'The service did not answer after the passkey was made. It may know it already: try to sign in with it. If that fails, open the link once more.',
};

/** The page that the identity provider leads back to. */
export const returned = {
  title: 'Signing in',
  failed: 'The sign-in failed',
  refused:
    'Your identity provider has sent you back, but the service did not accept it. Try again. If it is your first time here, ask an administrator of your organization for an invitation.',
  notFromHere:
    'This sign-in was not begun in this tab, or was finished before. Begin it anew: nobody can do that for you with a link.',
  denied: 'The identity provider did not sign you in, or you stopped there.',
  provider: (code: string) => `The identity provider has refused: ${code}.`,
  closeWindow: 'Close this window, and begin anew in the page that has opened it.',
  proved: 'You have confirmed that it is you. This window can be closed.',
};
