import { verifyRegistrationResponse, type VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { base64UrlBytes } from './base64url.js';
import { checkChallenge, type Challenging, type Proof } from './challenge.js';
import { challengeIn } from './client-data.js';
import type { Credential, PasskeyParty } from './credential.js';
import type { RegistrationResponseJson } from './credential.dto.js';
import { algorithmOf, ALGORITHMS, ES256, type Algorithm } from './public-key.js';
import { isStrictSignature } from './strict-der.js';

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Verifies a new passkey. Null for a challenge that does not fit, and for whatever else is wrong with it. */
export async function verifyRegistration(
  response: RegistrationResponseJson,
  challenging: Challenging,
  party: PasskeyParty,
): Promise<{ credential: Credential; proof: Proof } | null> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const proof = challenge === null ? null : checkChallenge(challenge, challenging);
  if (challenge === null || !proof) return null;
  const registration = await verifiedByLibrary(response, challenge, party);
  const credential = registration && credentialOf(registration, party);
  // The library returns the id that the authenticator data have, whatever the response calls it.
  return credential?.credentialId.toString('base64url') === response.id ? { credential, proof } : null;
}

async function verifiedByLibrary(
  { id, rawId, response }: RegistrationResponseJson,
  expectedChallenge: string,
  party: PasskeyParty,
): Promise<Registration | null> {
  const { clientDataJSON, attestationObject } = response;
  if (base64UrlBytes(attestationObject) === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    return verified ? (registrationInfo ?? null) : null;
  } catch {
    // The library refuses by throwing, with a message for each cause.
    return null;
  }
}

function credentialOf(registration: Registration, { id: domain }: PasskeyParty): Credential | null {
  const { credential, credentialDeviceType, credentialBackedUp, attestationObject } = registration;
  const algorithm = algorithmOf(credential.publicKey);
  if (algorithm === null || !isAttestedByNobody(attestationObject, algorithm)) return null;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    domain,
  };
}

/** Only `none`, or `packed` signed by the new key itself: other formats have certificates, which were not asked for. */
function isAttestedByNobody(attestationObject: Uint8Array, algorithm: Algorithm): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(attestationObject));
  if (attestation.get('fmt') === 'none') return true;
  const statement = attestation.get('attStmt');
  const signature = statement.get('sig');
  return (
    attestation.get('fmt') === 'packed' &&
    statement.size === 2 &&
    statement.get('alg') === algorithm &&
    signature !== undefined &&
    (algorithm !== ES256 || isStrictSignature(signature))
  );
}
