import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { AnyOperation } from '#kernel/operations';
import { problemOfPublicUrl } from '#kernel/settings';
import { withAbsoluteUrl } from './public-url.js';

const operation = { kind: 'write', urlField: 'url' } as unknown as AnyOperation;
const request = { protocol: 'https', get: () => 'school.example.com:8443' } as unknown as Request;
const urlOf = (url: string | null, publicUrl?: string): unknown =>
  (withAbsoluteUrl(operation, { status: 201, data: { url, id: '1' } }, request, publicUrl).data as { url: unknown })
    .url;

describe('the URL of a response', () => {
  it('begins with PUBLIC_URL, or else with the host of the request', () => {
    expect(urlOf('/files/x', 'https://api.example.com/delivery')).toBe('https://api.example.com/delivery/files/x');
    expect(urlOf('/files/x')).toBe('https://school.example.com:8443/files/x');
    expect(urlOf(null)).toBeNull();
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
