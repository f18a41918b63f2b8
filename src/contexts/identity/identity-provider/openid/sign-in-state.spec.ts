import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox, SecretKeys } from '#kernel/secrets';
import { challengeOf, isSecretOf, SignInStates } from './sign-in-state.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MINUTE_MS = 60_000;
const start = new Date('2026-11-25T10:00:00.000Z');
const secrets = [randomBytes(32), randomBytes(32)];
const boxOf = (...keys: Buffer[]) => new SecretBox(new SecretKeys(keys));
const states = new SignInStates(boxOf(secrets[0]));
const secret = 'a secret that the page keeps';
const begun = {
  organizationId: randomUUID(),
  issuer: 'https://id.school.example',
  challenge: challengeOf(secret),
  redirectUri: 'https://school.example/signed-in',
  invitation: null,
};
const later = (ms: number): Date => new Date(start.getTime() + ms);

describe('the state of a sign-in', () => {
  it('comes back as it was sealed, with a nonce and a verifier of its own, until ten minutes have passed', () => {
    const { state, text } = states.begin(begun, start);
    const opened = states.open(text, later(10 * MINUTE_MS - 1));
    expect(opened).toMatchObject({ ...begun, ...state, expiresAt: later(10 * MINUTE_MS) });
    expect(states.open(text, later(10 * MINUTE_MS))).toBeUndefined();
    const other = states.begin(begun, start);
    expect(other.state.nonce).not.toBe(state.nonce);
    expect(other.state.verifier).toMatch(/^[\w-]{43}$/);
    expect(other.state.verifier).not.toBe(state.verifier);
    expect(states.open(other.text, start)?.hash).not.toEqual(opened?.hash);
  });

  it('tells nothing of its content', () => {
    const { state, text } = states.begin(begun, start);
    const bytes = Buffer.from(text, 'base64url').toString('latin1');
    for (const part of [state.nonce, state.verifier, state.challenge, state.issuer]) expect(bytes).not.toContain(part);
  });

  it('is refused with any one character changed or added, the spare bits of the last one included', () => {
    const { text } = states.begin(begun, start);
    for (let place = 0; place < text.length; place += 7) {
      const changed = text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1);
      expect(states.open(changed, start)).toBeUndefined();
    }
    for (const character of ALPHABET) {
      const changed = text.slice(0, -1) + character;
      if (changed !== text) expect(states.open(changed, start)).toBeUndefined();
    }
    for (const more of ['=', ' ', 'A', '.']) expect(states.open(text + more, start)).toBeUndefined();
  });

  it.each(['', 'A', 'state', '\u0000', 'A'.repeat(10_000)])('is not %j', (text) => {
    expect(states.open(text, start)).toBeUndefined();
  });

  it('is opened by an older one of the configured keys, and by no other', () => {
    const { text } = states.begin(begun, start);
    expect(new SignInStates(boxOf(secrets[1], secrets[0])).open(text, start)).toMatchObject(begun);
    expect(new SignInStates(boxOf(secrets[1])).open(text, start)).toBeUndefined();
  });

  it('is not what another purpose has sealed', () => {
    const sealed = boxOf(secrets[0]).seal(JSON.stringify({ ...begun, startedAt: start.getTime() }), ['other']);
    expect(states.open(sealed.toString('base64url'), start)).toBeUndefined();
  });
});

describe('the secret of the page', () => {
  it('fits its own challenge alone', () => {
    expect(challengeOf(secret)).toMatch(/^[\w-]{43}$/);
    expect(isSecretOf(secret, begun)).toBe(true);
    for (const other of ['', `${secret} `, begun.challenge]) expect(isSecretOf(other, begun)).toBe(false);
    expect(isSecretOf(secret, { challenge: '' })).toBe(false);
  });
});
