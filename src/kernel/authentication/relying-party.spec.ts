import { describe, expect, it } from '@jest/globals';
import { AddressSettings } from '../settings/address.settings.js';
import { RelyingParty } from './relying-party.js';
import { SignInSettings } from './sign-in.settings.js';

const partyOf = (PUBLIC_URL?: string, signIn: Partial<SignInSettings> = {}): RelyingParty =>
  new RelyingParty(Object.assign(new AddressSettings(), { PUBLIC_URL }), Object.assign(new SignInSettings(), signIn));

describe('where people sign in', () => {
  it('is localhost and the port without PUBLIC_URL', () => {
    expect(partyOf()).toMatchObject({ id: 'localhost', origins: ['http://localhost:3000'] });
    expect(partyOf().problem()).toBeUndefined();
  });

  it('is the host of PUBLIC_URL, without its path', () => {
    const party = partyOf('https://api.example.com:8443/delivery');
    expect(party).toMatchObject({ id: 'api.example.com', origins: ['https://api.example.com:8443'] });
    expect(party.problem()).toBeUndefined();
  });

  it('may be several hosts below one domain', () => {
    const hosts = { SIGN_IN_DOMAIN: 'example.com', SIGN_IN_ORIGINS: 'https://app.example.com, https://example.com' };
    expect(partyOf('https://api.example.com', hosts).problem()).toBeUndefined();
  });

  it.each([
    ['https://api.example.com', { SIGN_IN_DOMAIN: 'example.org' }],
    ['https://badexample.com', { SIGN_IN_DOMAIN: 'example.com' }],
    ['https://example.com', { SIGN_IN_ORIGINS: 'https://example.org' }],
    ['https://example.com', { SIGN_IN_ORIGINS: 'http://app.example.com' }],
    ['http://api.example.com', {}],
  ])('is refused for %s with %j', (url, signIn) => {
    expect(partyOf(url, signIn).problem()).toMatch(/https:|SIGN_IN_DOMAIN/);
  });
});
