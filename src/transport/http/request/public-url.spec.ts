import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { problemOfPublicUrl } from '#kernel/settings';
import { baseUrlOf } from './public-url.js';

const request = { protocol: 'https', get: () => 'school.example.com:8443' } as unknown as Request;

describe('the beginning of an address of the service', () => {
  it('is PUBLIC_URL, or else the host of the request', () => {
    expect(baseUrlOf(request, 'https://api.example.com/delivery')).toBe('https://api.example.com/delivery');
    expect(baseUrlOf(request, undefined)).toBe('https://school.example.com:8443');
  });

  it('needs an http or https URL without a slash, a user, a query or a fragment', () => {
    for (const text of ['https://api.example.com', 'http://127.0.0.1:3000', 'https://example.com/delivery']) {
      expect([text, problemOfPublicUrl(text)]).toEqual([text, undefined]);
    }
    for (const text of [
      'api.example.com',
      'ftp://a.example',
      'https://a.example/',
      'https://u@a.example',
      'https://a.example?x',
    ]) {
      expect([text, problemOfPublicUrl(text)]).toEqual([text, expect.stringContaining('https://api.example.com')]);
    }
  });
});
