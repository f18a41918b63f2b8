import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { ALGORITHMS } from './public-key.js';
import { CHALLENGE_LIFE_MS } from './challenge.js';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from './options.dto.js';
import { userHandleOf } from './user-handle.js';

interface Creating {
  challenge: Buffer;
  /** The id of the relying party: a domain. */
  domain: string;
  organization: { id: string; name: string };
  member: { id: string; name: string };
  /** The credential ids of the member's active passkeys. */
  existing: readonly Buffer[];
}

/** The options of `navigator.credentials.create()`: a passkey that names its member, with user verification. */
export async function creationOptions(creating: Creating): Promise<PasskeyCreationOptions> {
  const { challenge, domain, organization, member, existing } = creating;
  const options = await generateRegistrationOptions({
    challenge: new Uint8Array(challenge),
    rpID: domain,
    rpName: organization.name,
    userID: new Uint8Array(userHandleOf({ organizationId: organization.id, memberId: member.id })),
    userName: `${member.name} · ${organization.name}`,
    userDisplayName: member.name,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  return options as PasskeyCreationOptions;
}

/** The options of `navigator.credentials.get()`: any passkey of the domain, with user verification. */
export async function requestOptions(challenge: Buffer, domain: string): Promise<PasskeyRequestOptions> {
  const options = await generateAuthenticationOptions({
    challenge: new Uint8Array(challenge),
    rpID: domain,
    timeout: CHALLENGE_LIFE_MS,
    allowCredentials: [],
    userVerification: 'required',
  });
  const { rpId, timeout, userVerification } = options;
  return {
    challenge: options.challenge,
    rpId,
    timeout,
    userVerification,
    allowCredentials: [],
  } as PasskeyRequestOptions;
}
