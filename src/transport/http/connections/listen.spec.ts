import { expect, it } from '@jest/globals';
import { serviceUrl } from './listen.js';

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['service.example', 'http://service.example:3000'],
])('a service that listens on %s is found at %s from the same machine', (host, url) => {
  expect(serviceUrl(host, 3000)).toBe(url);
});
