import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { fingerprintBody, readIdempotencyKey } from './idempotency-key.js';

describe('the Idempotency-Key', () => {
  it('is what was sent, without the spaces and tabs around it', () => {
    expect(['k', ' a b\t', '\t~'].map((sent) => readIdempotencyKey([sent]))).toEqual(['k', 'a b', '~']);
  });

  it.each(['', ' \t', 'k\n', '\u00a0k', 'k\u2003', '\u00a0', 'é', 'x'.repeat(256)])('is never %j', (sent) => {
    expect(() => readIdempotencyKey([sent])).toThrow();
  });
});

describe('the fingerprint of a body', () => {
  const [key, other] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
  const body = { name: 'Level one', phases: [{ name: 'Start', position: 1 }], capacity: null };

  it('is the same in whatever order the members come, at every depth', () => {
    const turned = { capacity: null, phases: [{ position: 1, name: 'Start' }], name: 'Level one' };
    expect(fingerprintBody(turned, key)).toEqual(fingerprintBody(body, key));
  });

  it('is another for another value, another order of a list, and a member that is null instead of missing', () => {
    const bodies = [body, { ...body, name: 'Level two' }, { list: [1, 2] }, { list: [2, 1] }, {}, { name: null }];
    expect(new Set(bodies.map((one) => fingerprintBody(one, key).toString('hex'))).size).toBe(bodies.length);
  });

  it('is another under another key, so that nobody without the key can try bodies out', () => {
    expect(fingerprintBody(body, other)).not.toEqual(fingerprintBody(body, key));
  });
});
