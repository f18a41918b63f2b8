import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CHALLENGE_LIFE_MS, checkChallenge, issueChallenge, type ChallengePurpose } from './challenge.js';

const newKey = (): KeyObject => createSecretKey(randomBytes(32));
const now = new Date('2026-11-25T10:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const purpose = 'sign-in';

describe('a challenge', () => {
  it('is a proof with a hash of its own, for five minutes', () => {
    const keys = [newKey()];
    const [one, other] = [1, 2].map(() => issueChallenge({ purpose, now, keys }).toString('base64url'));
    const proof = checkChallenge(one, { purpose, now: after(CHALLENGE_LIFE_MS - 1), keys });
    expect(proof?.expiresAt).toEqual(after(300_000));
    expect(proof?.hash).toHaveLength(32);
    expect(checkChallenge(other, { purpose, now, keys })?.hash).not.toEqual(proof?.hash);
    expect(checkChallenge(one, { purpose, now: after(CHALLENGE_LIFE_MS), keys })).toBeNull();
  });

  it.each<[ChallengePurpose, ChallengePurpose]>([
    ['sign-in', 'invitation:ab'],
    ['invitation:ab', 'invitation:ac'],
    ['invitation:ab', 'sign-in'],
    ['member:a:b', 'member:a:c'],
    ['member:a:b', 'sign-in'],
  ])('for %s is none for %s', (issued, asked) => {
    const keys = [newKey()];
    const text = issueChallenge({ purpose: issued, now, keys }).toString('base64url');
    expect(checkChallenge(text, { purpose: issued, now, keys })).not.toBeNull();
    expect(checkChallenge(text, { purpose: asked, now, keys })).toBeNull();
  });

  it('outlives a rotation of the keys, and ends with its own', () => {
    const [old, current] = [newKey(), newKey()];
    const text = issueChallenge({ purpose, now, keys: [old] }).toString('base64url');
    expect(checkChallenge(text, { purpose, now, keys: [current, old] })).not.toBeNull();
    expect(checkChallenge(text, { purpose, now, keys: [current] })).toBeNull();
  });

  it('is refused with any byte changed, cut off or added', () => {
    const keys = [newKey()];
    const bytes = issueChallenge({ purpose, now, keys });
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed[place] ^= 0x01;
      expect(checkChallenge(changed.toString('base64url'), { purpose, now, keys })).toBeNull();
    }
    for (const text of [
      '',
      bytes.subarray(1).toString('base64url'),
      Buffer.concat([bytes, bytes]).toString('base64url'),
      `${bytes.toString('base64url')}=`,
    ]) {
      expect(checkChallenge(text, { purpose, now, keys })).toBeNull();
    }
  });
});
