import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RegistrationResponseJson } from '#contexts/identity/passkey/webauthn/credential.dto.js';
import { readUserHandle } from '#contexts/identity/passkey/webauthn/user-handle.js';
import { verifyRegistration } from '#contexts/identity/passkey/webauthn/verify-registration.js';
import { validated } from '#kernel/fields';
import {
  Authenticator,
  coseKey,
  flipped,
  type RegistrationLies,
  type SigningAlgorithm,
} from '../support/authenticator.js';
import {
  member,
  now,
  optionsToCreate,
  organization,
  origin,
  party,
  registered,
  registering,
} from './webauthn-party.js';

const ALGORITHMS: SigningAlgorithm[] = ['ES256', 'EdDSA', 'RS256'];

describe('the options for a new passkey', () => {
  it('ask for a discoverable one with user verification, without attestation', async () => {
    const known = Buffer.from('a known credential');
    const options = await optionsToCreate([known]);
    expect(options).toMatchObject({
      rp: { id: 'learn.example.com', name: 'North Academy' },
      user: { name: 'Ada Lovelace · North Academy', displayName: 'Ada Lovelace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: [{ id: known.toString('base64url'), type: 'public-key' }],
      timeout: 300_000,
    });
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    expect(readUserHandle(handle)).toEqual({ organizationId: organization.id, memberId: member.id });
  });

  it('have another challenge each time', async () => {
    const [one, other] = [await optionsToCreate(), await optionsToCreate()];
    expect(one.challenge).not.toBe(other.challenge);
  });
});

describe('a new passkey', () => {
  it.each(ALGORITHMS)('of %s is accepted, by itself or signed by itself', async (algorithm) => {
    for (const fmt of ['none', 'packed']) {
      const authenticator = new Authenticator({ algorithm, origin });
      const response = authenticator.create(await optionsToCreate(), { fmt });
      const verified = await verifyRegistration(validated(RegistrationResponseJson, response), registering, party);
      expect(verified?.credential).toMatchObject({
        credentialId: Buffer.from(response.id, 'base64url'),
        ...{ counter: 0, backupEligible: true, backedUp: true, domain: 'learn.example.com' },
      });
      expect(verified?.proof.expiresAt).toEqual(new Date(now.getTime() + 300_000));
    }
  });

  it('is as bound to its device as it says', async () => {
    const authenticator = new Authenticator({ origin, synchronized: false });
    expect(await registered(authenticator)).toMatchObject({ backupEligible: false, backedUp: false });
    expect(await registered(authenticator, { backupEligible: true })).toMatchObject({ backupEligible: true });
  });

  it('is accepted from each of the origins', async () => {
    for (const one of party.origins) expect(await registered(new Authenticator({ origin: one }))).not.toBeNull();
  });

  it.each<[string, RegistrationLies]>([
    ['from another origin', { origin: 'https://learn.example.com.evil.test' }],
    ['from another port', { origin: 'https://learn.example.com:8443' }],
    ['of another domain', { domain: 'example.com' }],
    ['in a frame of another origin', { crossOrigin: true }],
    ['in a frame of another origin that says so twice', { crossOrigin: true, topOrigin: 'https://evil.test' }],
    ['with a top origin', { topOrigin: 'https://learn.example.com' }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['without a person', { present: false }],
    ['without user verification', { verified: false }],
    ['that is backed up but cannot be', { backupEligible: false, backedUp: true }],
    ['with a challenge of its own', { challenge: Buffer.alloc(54).toString('base64url') }],
    ['with an empty challenge', { challenge: '' }],
    ['of an unknown attestation', { fmt: 'other' }],
    ['of an attestation that was not asked for', { fmt: 'apple', statement: new Map([['x5c', [new Uint8Array(9)]]]) }],
    ['with a statement of no attestation', { statement: new Map([['sig', new Uint8Array(70)]]) }],
    ['packed without a signature', { fmt: 'packed', statement: new Map([['alg', -7]]) }],
    [
      'packed with a wrong signature',
      {
        fmt: 'packed',
        statement: new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(70)],
        ]),
      },
    ],
  ])('%s is refused', async (_, lies) => {
    expect(await registered(new Authenticator({ origin }))).not.toBeNull();
    expect(await registered(new Authenticator({ origin }), lies)).toBeNull();
  });

  it('packed with certificates is refused, whatever it signed', async () => {
    const authenticator = new Authenticator({ origin });
    const made = authenticator.create(await optionsToCreate(), { fmt: 'packed' });
    expect(await verifyRegistration(made, registering, party)).not.toBeNull();
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', []],
    ]);
    expect(await registered(authenticator, { fmt: 'packed', statement })).toBeNull();
  });

  it('with a challenge that is expired, or of another purpose, is refused', async () => {
    const response = new Authenticator({ origin }).create(await optionsToCreate());
    const later = new Date(now.getTime() + 300_000);
    expect(await verifyRegistration(response, { ...registering, now: later }, party)).toBeNull();
    expect(await verifyRegistration(response, { ...registering, purpose: 'invitation:ab' }, party)).toBeNull();
  });

  it('under the id of another credential is refused', async () => {
    const response = new Authenticator({ origin }).create(await optionsToCreate());
    const other = Buffer.from('another credential').toString('base64url');
    expect(await verifyRegistration({ ...response, id: other, rawId: other }, registering, party)).toBeNull();
    expect(await verifyRegistration({ ...response, rawId: other }, registering, party)).toBeNull();
  });
});

describe('the key of a new passkey', () => {
  const rsa = (modulusLength: number) => coseKey(generateKeyPairSync('rsa', { modulusLength }).publicKey, 'RS256');
  const ec = () => coseKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, 'ES256');
  const ed = () => coseKey(generateKeyPairSync('ed25519').publicKey, 'EdDSA');
  const withEntry = (key: Map<number, unknown>, label: number, value: unknown) => new Map([...key, [label, value]]);

  it.each<[string, () => Map<number, unknown>, boolean]>([
    ['of ES256', ec, true],
    ['of EdDSA', ed, true],
    ['of RSA with 2048 bits', () => rsa(2048), true],
    ['of RSA with 3072 bits', () => rsa(3072), true],
    ['of RSA with 1024 bits', () => rsa(1024), false],
    ['of RSA with 2047 bits', () => withEntry(rsa(2048), -1, shortened(rsa(2048))), false],
    ['of RSA with the exponent 1', () => withEntry(rsa(2048), -2, new Uint8Array([1])), false],
    ['of ES384', () => withEntry(ec(), 3, -35), false],
    ['of ES256 with another curve', () => withEntry(ec(), -1, 2), false],
    ['of ES256 with a point off the curve', () => withEntry(ec(), -2, new Uint8Array(32).fill(7)), false],
    ['of ES256 with a short coordinate', () => withEntry(ec(), -2, new Uint8Array(31)), false],
    ['of ES256 that calls itself RS256', () => withEntry(ec(), 3, -257), false],
    ['of RSA that calls itself ES256', () => withEntry(rsa(2048), 3, -7), false],
    ['of EdDSA with another curve', () => withEntry(ed(), -1, 7), false],
    ['with a private part', () => withEntry(ed(), -4, new Uint8Array(32)), false],
    ['without an algorithm', () => withEntry(ec(), 3, undefined), false],
  ])('%s', async (_, key, accepted) => {
    expect((await registered(new Authenticator({ origin }), { publicKey: key() })) !== null).toBe(accepted);
  });
});

describe('the bytes of a registration', () => {
  it('that are signed by the new key are accepted as they are only', async () => {
    const response = new Authenticator({ origin }).create(await optionsToCreate(), { fmt: 'packed' });
    const { clientDataJSON, attestationObject } = response.response;
    const attestation = Buffer.from(attestationObject, 'base64url');
    // The authenticator data are the last part of the attestation object, and begin with the hash of the domain.
    const data = attestation.indexOf(createHash('sha256').update(party.id).digest());
    expect(data).toBeGreaterThan(0);
    const signed = {
      clientDataJSON: [0, Buffer.from(clientDataJSON, 'base64url').length],
      attestationObject: [data, attestation.length],
    };
    for (const part of ['clientDataJSON', 'attestationObject'] as const) {
      const [start, end] = signed[part];
      for (let place = start; place < end; place += 1) {
        const changed = {
          ...response,
          response: { ...response.response, [part]: flipped(response.response[part], place) },
        };
        expect([part, place, await verifyRegistration(changed, registering, party)]).toEqual([part, place, null]);
      }
    }
  });

  it.each([
    ['padded', (text: string) => `${text}=`],
    ['in base64', (text: string) => Buffer.from(text, 'base64url').toString('base64')],
    ['cut off', (text: string) => text.slice(0, -8)],
    ['empty', () => ''],
  ])('are refused %s', async (_, spoil) => {
    const response = new Authenticator({ origin }).create(await optionsToCreate());
    for (const part of ['clientDataJSON', 'attestationObject'] as const) {
      const spoilt = spoil(response.response[part]);
      if (spoilt === response.response[part]) continue;
      const changed = { ...response, response: { ...response.response, [part]: spoilt } };
      expect(await verifyRegistration(changed, registering, party)).toBeNull();
    }
  });
});

/** A modulus whose highest bit is not set. */
function shortened(key: Map<number, unknown>): Uint8Array {
  const modulus = new Uint8Array(key.get(-1) as Uint8Array);
  modulus[0] = 0x7f;
  return modulus;
}
