import type { SignedIn } from './doors.js';
import { identityAddress, prepareIdentity } from './identity.js';
import { keys } from './keys.js';
import type { Session } from './session.js';
import { randomName } from './tabs.js';

/** The sign-in belongs to somebody else: the one of this page goes on as it was. */
export class OtherPerson extends Error {
  override readonly name = 'OtherPerson';
}

/** The browser has opened no window for the identity provider. */
export class NoWindow extends Error {
  override readonly name = 'NoWindow';
}

/** Proves who one is by a passkey. */
export async function renewByPasskey({ renew }: Session): Promise<void> {
  const { signInByPasskey } = await import('./passkeys.js');
  if (!renew(await signInByPasskey(), 'passkey')) throw new OtherPerson();
}

/**
 * Proves who one is by the identity provider, in a window of its own: the page and what is entered in it stay.
 * Whether the person comes back from there is not known; the signal ends the waiting.
 */
export async function renewByProvider({ me, renew }: Session, signal: AbortSignal | null): Promise<void> {
  const name = randomName();
  // The window gets a copy of what is stored for this tab.
  const challenge = await prepareIdentity({ returnTo: '/console', joins: false, provesFor: name });
  // Browsers open it only shortly after a click: before the service is asked.
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=720');
  if (!opened) throw new NoWindow();
  const proved = new Promise<SignedIn>((resolve, reject) => {
    const unhear = keys.tabs.heardProof(name, (signedIn) => {
      unhear();
      resolve(signedIn as SignedIn);
    });
    signal?.addEventListener('abort', () => {
      unhear();
      reject(new DOMException('The dialog was closed.', 'AbortError'));
    });
  });
  try {
    const of = { organization: me.organization.signInName ?? '' };
    opened.location.replace(await identityAddress(challenge, { of, fresh: true }));
  } catch (error) {
    opened.close();
    throw error;
  }
  if (!renew(await proved, 'identity_provider')) throw new OtherPerson();
}
