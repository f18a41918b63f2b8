import { quoted } from './words.js';

/** The page that asks for a key. */
export const signIn = {
  title: 'Sign in',
  hint: 'With an API key of your organization. It stays in this tab until you sign out or close it.',
  key: 'API key',
  action: 'Sign in',
  invalid: 'The service does not accept this key: it is mistyped, revoked or expired.',
  expired: 'The service no longer accepts your key. Sign in again.',
  unknown: (labels: readonly string[]) =>
    `The outcome of ${quoted(labels)} is not known: it may have been carried out. Check before you do it again.`,
};
