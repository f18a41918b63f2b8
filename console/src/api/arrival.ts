import { CONSENT_PATH, keepConsent } from './consent.js';

/** How one got here: by the link of an invitation, or back from the identity provider. */
export type Arrival =
  | { is: 'invited'; token: string }
  | {
      is: 'returned';
      redirectUri: string;
      code: string | null;
      state: string | null;
      iss: string | null;
      error: string | null;
    };

const JOIN = '/console/join';

/** Takes what is secret out of the address, before anything else is done: it is in no history and no Referer. */
export function takeArrival(): Arrival | null {
  const { origin, pathname, search, hash } = window.location;
  const path = pathname.replace(/\/$/, '');
  if (path === JOIN) {
    window.history.replaceState(null, '', JOIN);
    return { is: 'invited', token: hash.slice(1) };
  }
  if (path === `/console${CONSENT_PATH}`) {
    window.history.replaceState(null, '', path);
    keepConsent(new URLSearchParams(search));
    return null;
  }
  if (!/^\/console\/signed-in\/[^/]+$/.test(path)) return null;
  window.history.replaceState(null, '', path);
  const query = new URLSearchParams(search);
  const [code = null, state = null, iss = null, error = null] = ['code', 'state', 'iss', 'error'].map((name) =>
    query.get(name),
  );
  return { is: 'returned', redirectUri: origin + path, code, state, iss, error };
}
