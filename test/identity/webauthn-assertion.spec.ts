import { describe, expect, it } from '@jest/globals';
import type { Credential } from '#contexts/identity/passkey/webauthn/credential.js';
import { AuthenticationResponseJson } from '#contexts/identity/passkey/webauthn/credential.dto.js';
import { verifyUnknown } from '#contexts/identity/passkey/webauthn/unknown-credential.js';
import { readAssertion, verifyAssertion } from '#contexts/identity/passkey/webauthn/verify-assertion.js';
import { validated } from '#kernel/fields';
import {
  type AssertionJson,
  type AssertionLies,
  Authenticator,
  flipped,
  type SigningAlgorithm,
} from '../support/authenticator.js';
import { member, now, optionsToSignIn, organization, origin, party, registered, signingIn } from './webauthn-party.js';

const ALGORITHMS: SigningAlgorithm[] = ['ES256', 'EdDSA', 'RS256'];
type Model = ConstructorParameters<typeof Authenticator>[0];

const made = async (model: Model = {}) => {
  const authenticator = new Authenticator({ origin, ...model });
  const credential = await registered(authenticator);
  if (!credential) throw new Error('the passkey was refused');
  return { authenticator, credential };
};
const verify = async (response: AssertionJson, credential: Credential, challenging = signingIn) => {
  const presented = readAssertion(response, challenging);
  return presented && verifyAssertion(presented, credential, party);
};
const signIn = async (authenticator: Authenticator, credential: Credential, lies: AssertionLies = {}) =>
  verify(authenticator.get(await optionsToSignIn(), lies), credential);

describe('the options to sign in', () => {
  it('name no passkey, and ask for user verification', async () => {
    const { challenge, ...options } = await optionsToSignIn();
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(54);
    expect(options).toEqual({
      ...{ rpId: 'learn.example.com', allowCredentials: [], userVerification: 'required', timeout: 300_000 },
    });
  });
});

describe('an assertion', () => {
  it.each(ALGORITHMS)('of %s is accepted, and names the member', async (algorithm) => {
    const { authenticator, credential } = await made({ algorithm });
    const response = validated(AuthenticationResponseJson, authenticator.get(await optionsToSignIn()));
    const presented = readAssertion(response, signingIn);
    expect(presented).toMatchObject({ organizationId: organization.id, memberId: member.id });
    expect(presented?.credentialId).toEqual(credential.credentialId);
    expect(presented?.proof.expiresAt).toEqual(new Date(now.getTime() + 300_000));
    expect(presented && (await verifyAssertion(presented, credential, party))).toEqual(credential);
  });

  it.each<[string, AssertionLies]>([
    ['from another origin', { origin: 'https://evil.test' }],
    ['from the http origin', { origin: 'http://learn.example.com' }],
    ['for another domain', { domain: 'evil.test' }],
    ['in a frame of another origin', { crossOrigin: true }],
    ['in a frame of a top origin', { crossOrigin: true, topOrigin: 'https://evil.test' }],
    ['with a top origin', { topOrigin: 'https://learn.example.com' }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['without a person', { present: false }],
    ['without user verification', { verified: false }],
    ['that is not backup-eligible any more', { backupEligible: false, backedUp: false }],
    ['with a challenge of its own', { challenge: Buffer.alloc(54).toString('base64url') }],
    ['without a user handle', { userHandle: undefined }],
    ['with an empty user handle', { userHandle: '' }],
    ['with a user handle of another length', { userHandle: Buffer.alloc(31).toString('base64url') }],
  ])('%s is refused', async (_, lies) => {
    const { authenticator, credential } = await made();
    expect(await signIn(authenticator, credential)).not.toBeNull();
    expect(await signIn(authenticator, credential, lies)).toBeNull();
  });

  it('of a passkey that became backup-eligible is refused', async () => {
    const { authenticator, credential } = await made({ synchronized: false });
    expect(await signIn(authenticator, credential, { backupEligible: true })).toBeNull();
  });

  it('tells whether the passkey is backed up by now', async () => {
    const { authenticator, credential } = await made();
    expect(await signIn(authenticator, credential, { backedUp: false })).toMatchObject({ backedUp: false });
  });

  it('of a passkey of a former domain is refused, and of another credential', async () => {
    const { authenticator, credential } = await made();
    expect(await signIn(authenticator, { ...credential, domain: 'old.example.com' })).toBeNull();
    const other = (await made()).credential;
    expect(await signIn(authenticator, other)).toBeNull();
    expect(await signIn(authenticator, { ...other, credentialId: credential.credentialId })).toBeNull();
  });

  it('with a challenge that is expired, or of another purpose, is refused', async () => {
    const { authenticator, credential } = await made();
    const response = authenticator.get(await optionsToSignIn());
    const later = new Date(now.getTime() + 300_000);
    expect(await verify(response, credential, { ...signingIn, now: later })).toBeNull();
    expect(await verify(response, credential, { ...signingIn, purpose: 'invitation:ab' })).toBeNull();
  });

  it('of an unknown credential is refused, whatever it has', async () => {
    const { authenticator } = await made();
    const presented = readAssertion(authenticator.get(await optionsToSignIn()), signingIn);
    expect(presented && (await verifyUnknown(presented, party))).toBeNull();
  });
});

describe('the counter', () => {
  it('of a passkey that is bound to its device has to grow', async () => {
    const { authenticator, credential } = await made({ synchronized: false });
    expect(await signIn(authenticator, { ...credential, counter: 5 }, { counter: 6 })).toMatchObject({ counter: 6 });
    for (const counter of [0, 4, 5]) {
      expect(await signIn(authenticator, { ...credential, counter: 5 }, { counter })).toBeNull();
    }
  });

  it('may stay 0 where the authenticator does not count', async () => {
    const { authenticator, credential } = await made({ synchronized: false, counts: false });
    expect(await signIn(authenticator, credential)).toMatchObject({ counter: 0 });
  });

  it('of a synchronized passkey is not compared', async () => {
    const { authenticator, credential } = await made();
    for (const counter of [0, 4, 5, 6]) {
      expect(await signIn(authenticator, { ...credential, counter: 5 }, { counter })).toMatchObject({ counter });
    }
  });
});

describe('the bytes of an assertion', () => {
  it.each(ALGORITHMS)('of %s are accepted as they are only', async (algorithm) => {
    const { authenticator, credential } = await made({ algorithm });
    const response = authenticator.get(await optionsToSignIn());
    expect(await verify(response, credential)).not.toBeNull();
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const text = response.response[part];
      for (let place = 0; place < Buffer.from(text, 'base64url').length; place += 1) {
        for (const mask of [0x01, 0x80]) {
          const changed = { ...response, response: { ...response.response, [part]: flipped(text, place, mask) } };
          expect([part, place, await verify(changed, credential)]).toEqual([part, place, null]);
        }
      }
    }
  });

  it.each([
    ['a length in the long form', (s: Buffer) => Buffer.concat([Buffer.from([0x30, 0x81]), s.subarray(1)])],
    ['a byte behind it', (s: Buffer) => Buffer.concat([s, Buffer.from([0])])],
    ['another tag', (s: Buffer) => Buffer.concat([Buffer.from([0x31]), s.subarray(1)])],
    ['a needless zero', (s: Buffer) => Buffer.concat([Buffer.from([0x30, s[1] + 1, 2, s[3] + 1, 0]), s.subarray(4)])],
    ['nothing', () => Buffer.alloc(0)],
  ])('with a signature with %s are refused', async (_, resign) => {
    const { authenticator, credential } = await made();
    expect(await signIn(authenticator, credential, { resign })).toBeNull();
  });

  it.each([
    ['padded', (text: string) => `${text}=`],
    [
      'with bits that are not used',
      (text: string) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1),
    ],
    ['cut off', (text: string) => text.slice(0, -8)],
    ['empty', () => ''],
  ])('are refused %s', async (_, spoil) => {
    const { authenticator, credential } = await made();
    const response = authenticator.get(await optionsToSignIn());
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const changed = { ...response, response: { ...response.response, [part]: spoil(response.response[part]) } };
      expect(await verify(changed, credential)).toBeNull();
    }
  });
});

describe('the shape of an assertion', () => {
  const issuesOf = (sent: object): unknown => {
    try {
      validated(AuthenticationResponseJson, sent);
      return [];
    } catch (error) {
      return (error as { details: { field: string }[] }).details.map(({ field }) => field).sort();
    }
  };

  it('is checked field by field; what WebAuthn adds is ignored', async () => {
    const { authenticator } = await made();
    const sent = authenticator.get(await optionsToSignIn());
    const { response } = sent;
    expect(issuesOf({ ...sent, authenticatorAttachment: 'platform' })).toEqual([]);
    expect(issuesOf({ ...sent, response: { ...response, userHandle: null } })).toEqual([]);
    expect(issuesOf({})).toEqual(['id', 'rawId', 'response', 'type']);
    expect(issuesOf({ ...sent, type: 'password', response: [] })).toEqual(['response', 'type']);
    const strange = { clientDataJSON: 'A'.repeat(4_001), authenticatorData: 7, signature: 'a+b=', userHandle: {} };
    expect(issuesOf({ ...sent, response: strange })).toEqual(
      Object.keys(strange)
        .map((field) => `response.${field}`)
        .sort(),
    );
  });
});
