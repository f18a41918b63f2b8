import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { base64UrlBytes } from './base64url.js';
import { checkChallenge, type Challenging, type Proof } from './challenge.js';
import { challengeIn } from './client-data.js';
import type { Credential, PasskeyParty } from './credential.js';
import type { AuthenticationResponseJson } from './credential.dto.js';
import { algorithmOf, ES256 } from './public-key.js';
import { isStrictSignature } from './strict-der.js';
import { readUserHandle, type HandledMember } from './user-handle.js';

/** An assertion with a challenge of this service, which is not verified yet. */
export interface PresentedAssertion extends HandledMember {
  credentialId: Buffer;
  challenge: string;
  proof: Proof;
  response: AuthenticationResponseJson;
}

/** Reads the challenge and whose passkey it is said to be. Null for a challenge that does not fit, or no user handle. */
export function readAssertion(
  response: AuthenticationResponseJson,
  challenging: Challenging,
): PresentedAssertion | null {
  const { clientDataJSON, userHandle } = response.response;
  const challenge = challengeIn(clientDataJSON);
  const proof = challenge === null ? null : checkChallenge(challenge, challenging);
  const handle = base64UrlBytes(userHandle ?? '');
  const member = handle && readUserHandle(handle);
  const credentialId = base64UrlBytes(response.id);
  if (challenge === null || !proof || !member || !credentialId) return null;
  return { ...member, credentialId, challenge, proof, response };
}

/** Verifies an assertion of a credential. Returns the credential as it is from now on, or null. */
export async function verifyAssertion<Stored extends Credential>(
  { challenge, response: { id, rawId, response } }: PresentedAssertion,
  stored: Stored,
  party: PasskeyParty,
): Promise<Stored | null> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = base64UrlBytes(signature);
  if (
    !signed ||
    !base64UrlBytes(authenticatorData) ||
    stored.domain !== party.id ||
    id !== stored.credentialId.toString('base64url')
  )
    return null;
  if (algorithmOf(stored.publicKey) === ES256 && !isStrictSignature(signed)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would compare counters of synchronized passkeys, too; see `continues`.
      credential: { id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: backedUp, credentialDeviceType } = authenticationInfo;
    const now = { counter, backedUp, backupEligible: credentialDeviceType === 'multiDevice' };
    return verified && continues(stored, now) ? { ...stored, ...now } : null;
  } catch {
    // The library refuses by throwing, with a message for each cause.
    return null;
  }
}

/** Copies of a passkey that is bound to its device show in a counter that does not grow. Devices of a synchronized one count apart. */
function continues(
  stored: Credential,
  { counter, backupEligible }: Pick<Credential, 'counter' | 'backupEligible'>,
): boolean {
  if (stored.backupEligible !== backupEligible) return false;
  return backupEligible || counter > stored.counter || (counter === 0 && stored.counter === 0);
}
