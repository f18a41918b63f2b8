import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { challengeResponse } from './signature.js';

const bytes = Buffer.alloc(16, 7);
const under = (key: string | Buffer): string => createHmac('sha256', key).update('verify.challenge').digest('base64');

describe('a secret', () => {
  it('is decoded where it is base64 after whsec_, with padding or without', () => {
    const padded = `whsec_${bytes.toString('base64')}`;
    expect(padded).toMatch(/==$/);
    expect(challengeResponse(padded, 'challenge')).toBe(under(bytes));
    expect(challengeResponse(padded.replace(/=+$/, ''), 'challenge')).toBe(under(bytes));
  });

  it.each([
    'whsec_!!!!!!!!!!',
    'whsec_',
    'whsec_AAAA AAAA AAAA',
    'whsec_AAAAAAAAAAAA=xyz',
    'whsec_AAAAAAAAAAAB=',
    'whsec_a-secret-with-dashes',
    'a raw secret of some length',
  ])('is taken as it is otherwise, so that no two sign alike: %s', (secret) => {
    expect(challengeResponse(secret, 'challenge')).toBe(under(secret));
  });
});
