import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { apiKeyPrefix, issueApiKey, parseApiKey } from './api-key.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the text of an API key', () => {
  it('gives back the id and the secret that it was made of', () => {
    const { text, parts } = issueApiKey(randomUUID());
    expect(parseApiKey(text)).toEqual(parts);
  });

  it('is not accepted with any one character changed, the spare bits of the last one included', () => {
    const { text } = issueApiKey(randomUUID());
    for (let place = 0; place < text.length; place += 1) {
      for (const character of ALPHABET) {
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        if (changed !== text) expect([changed, parseApiKey(changed)]).toEqual([changed, null]);
      }
    }
  });

  it.each([
    undefined,
    '',
    'dsk_',
    'dsk_short',
    ` ${issueApiKey(randomUUID()).text}`,
    `${issueApiKey(randomUUID()).text}\n`,
  ])('is not accepted as %j', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  it('begins with a prefix that the id alone gives', () => {
    const id = randomUUID();
    const [one, two] = [issueApiKey(id).text, issueApiKey(id).text];
    expect(one).not.toBe(two);
    expect([one.slice(0, 24), two.slice(0, 24)]).toEqual([apiKeyPrefix(id), apiKeyPrefix(id)]);
  });
});
