import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isStrictSignature } from './strict-der.js';

const signature = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('a signature', () => {
  it('as OpenSSL makes it is in strict DER, whatever the length of its integers', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const lengths = new Set<number>();
    for (let n = 0; n < 300; n += 1) {
      const made = sign('sha256', Buffer.from(`message ${n}`), privateKey);
      lengths.add(made.length);
      expect(isStrictSignature(made)).toBe(true);
    }
    expect(lengths.size).toBeGreaterThan(1);
  });

  it.each([
    ['two small integers', '30 06 02 01 01 02 01 7f', true],
    ['integers with the zero of their sign', '30 08 02 02 00 80 02 02 00 ff', true],
    ['an integer that is zero', '30 06 02 01 00 02 01 01', false],
    ['nothing', '', false],
    ['a sequence alone', '30 00', false],
    ['one integer', '30 03 02 01 01', false],
    ['three integers', '30 09 02 01 01 02 01 01 02 01 01', false],
    ['another tag of the sequence', '31 06 02 01 01 02 01 01', false],
    ['another tag of an integer', '30 06 02 01 01 03 01 01', false],
    ['a length that is too short', '30 05 02 01 01 02 01 01', false],
    ['a length that is too long', '30 07 02 01 01 02 01 01', false],
    ['a length in the long form', '30 81 06 02 01 01 02 01 01', false],
    ['an indefinite length', '30 80 02 01 01 02 01 01 00 00', false],
    ['bytes behind it', '30 06 02 01 01 02 01 01 00', false],
    ['bytes behind its integers', '30 07 02 01 01 02 01 01 00', false],
    ['a needless zero', '30 07 02 02 00 7f 02 01 01', false],
    ['a negative integer', '30 06 02 01 80 02 01 01', false],
    ['an empty integer', '30 05 02 00 02 01 01', false],
    ['an integer that is too long', `30 27 02 22 01 ${'01'.repeat(33)} 02 01 01`, false],
  ])('with %s', (_, hex, strict) => {
    expect(isStrictSignature(signature(hex))).toBe(strict);
  });
});
