import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretKeys } from '../secrets/secret-keys.js';
import { issueApiKey, parseApiKey } from './api-key.js';
import { readSessionKey, signSessionKey } from './session-key.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const secrets = [randomBytes(32), randomBytes(32)];
const { sessionKeys } = new SecretKeys([secrets[0]]);
const parts = {
  organizationId: randomUUID(),
  memberId: randomUUID(),
  apiKeyId: randomUUID(),
  expiresAt: new Date('2026-11-23T10:11:12.345Z'),
};
const text = signSessionKey(parts, sessionKeys[0]);

describe('the text of a session key', () => {
  it('gives back what it was signed with', () => {
    expect(readSessionKey(text, sessionKeys)).toEqual(parts);
  });

  it('is not accepted with any one character changed, the spare bits of the last one included', () => {
    for (let place = 0; place < text.length; place += 1) {
      for (const character of ALPHABET) {
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        if (changed !== text) expect([changed, readSessionKey(changed, sessionKeys)]).toEqual([changed, null]);
      }
    }
  });

  it('is not accepted in part, or with more', () => {
    for (let length = 0; length < text.length; length += 1) {
      expect(readSessionKey(text.slice(0, length), sessionKeys)).toBeNull();
    }
    for (const more of [`${text}A`, ` ${text}`, `${text}\n`, undefined]) {
      expect(readSessionKey(more, sessionKeys)).toBeNull();
    }
  });

  it('is accepted by each of SECRET_KEYS, also the older ones, and by no other secret', () => {
    const rotated = new SecretKeys([secrets[1], secrets[0]]);
    expect(readSessionKey(text, rotated.sessionKeys)).toEqual(parts);
    expect(readSessionKey(text, new SecretKeys([secrets[1]]).sessionKeys)).toBeNull();
    // Keys of another purpose sign nothing.
    expect(readSessionKey(text, new SecretKeys([secrets[0]]).apiKeyPeppers)).toBeNull();
  });

  it('is no API key, and an API key is no session key', () => {
    expect(parseApiKey(text)).toBeNull();
    expect(readSessionKey(issueApiKey(randomUUID()).text, sessionKeys)).toBeNull();
  });
});
