import { createSecretKey, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Challenging } from '#contexts/identity/passkey/webauthn/challenge.js';
import { issueChallenge } from '#contexts/identity/passkey/webauthn/challenge.js';
import type { Credential } from '#contexts/identity/passkey/webauthn/credential.js';
import { creationOptions, requestOptions } from '#contexts/identity/passkey/webauthn/options.js';
import { verifyRegistration } from '#contexts/identity/passkey/webauthn/verify-registration.js';
import type { Authenticator, RegistrationLies } from '../support/authenticator.js';

export const party = {
  id: 'learn.example.com',
  origins: ['https://learn.example.com', 'https://app.learn.example.com'],
};
export const [origin] = party.origins;
export const organization = { id: uuidv7(), name: 'North Academy' };
export const member = { id: uuidv7(), name: 'Ada Lovelace' };
export const now = new Date('2026-11-25T10:00:00.000Z');

const keys = [createSecretKey(randomBytes(32))];

export const registering: Challenging = { purpose: `member:${organization.id}:${member.id}`, now, keys };
export const signingIn: Challenging = { purpose: 'sign-in', now, keys };

export const optionsToCreate = (existing: Buffer[] = [], challenging = registering) =>
  creationOptions({ challenge: issueChallenge(challenging), domain: party.id, organization, member, existing });
export const optionsToSignIn = (challenging = signingIn) => requestOptions(issueChallenge(challenging), party.id);

/** The credential that a registration makes; null where it is refused. */
export async function registered(
  authenticator: Authenticator,
  lies: RegistrationLies = {},
): Promise<Credential | null> {
  const response = authenticator.create(await optionsToCreate(), lies);
  return (await verifyRegistration(response, registering, party))?.credential ?? null;
}
