import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { issueCapability, parseCapability } from './capability-token.js';

describe('the token of a capability URL', () => {
  it('names its organization, and has a secret that differs each time', () => {
    const organizationId = uuidv7();
    const [one, other] = [issueCapability(organizationId), issueCapability(organizationId)];
    expect(parseCapability(one.token)).toEqual({ organizationId, hash: one.hash });
    expect(one.hash.equals(other.hash)).toBe(false);
  });

  it.each([
    ['is empty', () => ''],
    ['is cut off', (token: string) => token.slice(0, -1)],
    ['is too long', (token: string) => `${token}A`],
    ['has another alphabet', (token: string) => `${token.slice(0, -1)}=`],
    ['is spelled differently', (token: string) => token.slice(0, -1) + String.fromCharCode(token.charCodeAt(53) + 1)],
  ])('that %s is none', (_, spoil) => {
    // The last of 54 characters has four bits that are not used.
    expect(parseCapability(spoil(issueCapability(uuidv7()).token))).toBeNull();
  });
});
