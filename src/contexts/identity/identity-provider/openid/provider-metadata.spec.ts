import { describe, expect, it } from '@jest/globals';
import { ProviderFailure } from './provider-failure.js';
import { metadataIn, metadataUrl } from './provider-metadata.js';

const ISSUER = 'https://id.school.example/tenant';
const document = {
  issuer: ISSUER,
  authorization_endpoint: 'https://id.school.example/authorize?tenant=1',
  token_endpoint: 'https://id.school.example/token',
  jwks_uri: 'https://keys.school.example/set',
  response_types_supported: ['code', 'id_token'],
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256', 'ES512'],
};

const reasonOf = (changed: unknown): string | undefined => {
  try {
    metadataIn(changed, ISSUER);
    return undefined;
  } catch (error) {
    return error instanceof ProviderFailure ? error.reason : String(error);
  }
};

describe('the metadata of a provider', () => {
  it('are where the issuer says, with one slash', () => {
    const url = 'https://id.school.example/tenant/.well-known/openid-configuration';
    expect([metadataUrl(ISSUER), metadataUrl(`${ISSUER}/`)]).toEqual([url, url]);
  });

  it('are read with the defaults of their specifications', () => {
    expect(metadataIn(document, ISSUER)).toEqual({
      authorizationEndpoint: document.authorization_endpoint,
      tokenEndpoint: document.token_endpoint,
      userinfoEndpoint: null,
      jwksUri: document.jwks_uri,
      signingAlgorithms: ['RS256', 'ES256'],
      secretIn: 'header',
      namesIssuer: false,
    });
  });

  it('say how the secret is sent, whether the answer names the issuer, and where UserInfo is', () => {
    const more = {
      userinfo_endpoint: 'https://id.school.example/me',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: ['authorization_code'],
      response_modes_supported: ['query', 'fragment'],
      code_challenge_methods_supported: ['plain', 'S256'],
    };
    expect(metadataIn({ ...document, ...more }, ISSUER)).toMatchObject({
      userinfoEndpoint: more.userinfo_endpoint,
      secretIn: 'body',
      namesIssuer: true,
    });
  });

  it.each([`${ISSUER}/`, 'https://id.school.example', ISSUER.toUpperCase(), undefined, 42])(
    'are of another issuer with %j',
    (issuer) => {
      expect(reasonOf({ ...document, issuer })).toBe('other_issuer');
    },
  );

  it.each([
    { response_types_supported: undefined },
    { response_types_supported: ['id_token', 'code id_token'] },
    { response_types_supported: 'code' },
    { grant_types_supported: ['implicit'] },
    { response_modes_supported: ['form_post'] },
    { code_challenge_methods_supported: ['plain'] },
  ])('lack the code flow with %j', (change) => {
    expect(reasonOf({ ...document, ...change })).toBe('no_code_flow');
  });

  it.each([
    { authorization_endpoint: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'https://user:secret@id.school.example/' },
    { authorization_endpoint: 'https://id.school.example/#part' },
    { authorization_endpoint: `https://id.school.example/${'x'.repeat(2_000)}` },
    { token_endpoint: 'token' },
    { token_endpoint: ['https://id.school.example/token'] },
    { jwks_uri: null },
    { userinfo_endpoint: '' },
    { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    { id_token_signing_alg_values_supported: 'RS256' },
  ])('are no good with %j', (change) => {
    expect(reasonOf({ ...document, ...change })).toBe('bad_document');
  });

  it.each([null, [], 'text', 42])('are not %j', (other) => {
    expect(reasonOf(other)).toBe('bad_document');
  });
});
