import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { device } from '../strings/passkeys.js';
import { CeremonyError, type CeremonyFailure } from './ceremony-error.js';
import { door, type SignedIn } from './doors.js';

/** Challenges live for five minutes. */
export const CHALLENGE_MS = 4 * 60_000;

const FAILURES: Record<string, CeremonyFailure> = {
  AbortError: 'aborted',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'exists',
  SecurityError: 'other_address',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Neither old browsers have passkeys, nor pages that are served over plain HTTP by another host than this one. */
export const hasPasskeys = browserSupportsWebAuthn();

async function ceremony<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new CeremonyError(FAILURES[name] ?? 'failed', error);
  }
}

/** As the API describes them: hints are words. */
type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'hints'> & { hints?: readonly string[] };

export async function createPasskey(options: CreationOptions) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const made = await ceremony(() => startRegistration({ optionsJSON }));
  // The API takes any extensions: an object without a type of its own.
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
}

function assertionBy(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  useBrowserAutofill = false,
): Promise<AuthenticationResponseJSON> {
  return ceremony(() => startAuthentication({ optionsJSON, useBrowserAutofill }));
}

/** Signs in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<SignedIn> {
  const { options } = await door('passkeys/options', {});
  return signInWith(await assertionBy(options));
}

/** Signs in with what the person has chosen of what was offered. */
export function signInWith(assertion: AuthenticationResponseJSON): Promise<SignedIn> {
  return door('passkeys', { assertion });
}

/** Where the browser can, it offers the passkeys of this page in a field, until one is chosen or the signal ends that. */
export async function offerPasskeys(signal: AbortSignal): Promise<AuthenticationResponseJSON | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const stop = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      await untilShown();
      if (signal.aborted) return undefined;
      const { options } = await door('passkeys/options', {});
      if (signal.aborted) return undefined;
      const assertion = await offered(options);
      if (assertion) return assertion;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Undefined once the challenge is too old to be used. */
async function offered(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | undefined> {
  let isOld = false;
  const timer = setTimeout(() => {
    isOld = true;
    WebAuthnAbortService.cancelCeremony();
  }, CHALLENGE_MS);
  try {
    return await assertionBy(options, true);
  } catch (error) {
    if (isOld) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A page in the background offers nothing. */
async function untilShown(): Promise<void> {
  while (document.visibilityState !== 'visible') {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}

const PLATFORMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chrome OS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What the browser says it runs on, as a name for a passkey that is made here. */
export function deviceName(): string {
  const { userAgent } = navigator;
  return PLATFORMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? device.unnamed;
}
