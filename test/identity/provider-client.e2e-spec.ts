import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { AddressResolver, GuardedFetch, OutgoingSettings } from '#kernel/outgoing';
import { SecretBox } from '#kernel/secrets';
import type { ProvenPerson } from '#contexts/identity/identity-provider/openid/authorized-person.js';
import { Discovery } from '#contexts/identity/identity-provider/openid/discovery.js';
import { KeySets } from '#contexts/identity/identity-provider/openid/key-sets.js';
import { ProofFailure } from '#contexts/identity/identity-provider/openid/proof-failure.js';
import { type KnownProvider, ProviderClient } from '#contexts/identity/identity-provider/openid/provider-client.js';
import { challengeOf, SignInStates } from '#contexts/identity/identity-provider/openid/sign-in-state.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { hmac, LyingProvider } from '../support/lying-provider.js';
import type { AuthorizationAnswer } from '../support/provider-browser.js';
import { SECRET_KEYS } from '../support/test-app.js';

const MINUTE_MS = 60_000;
const REDIRECT_URI = `http://localhost:3000/console/signed-in/${randomUUID()}`;

const states = new SignInStates(new SecretBox(SECRET_KEYS));
let clock: Clock;
let discovery: Discovery;
let client: ProviderClient;
let provider: LyingProvider;

interface SignIn {
  fresh?: boolean;
  changed?: (answer: AuthorizationAnswer) => Partial<AuthorizationAnswer>;
  secret?: string | null;
}

/** Signs somebody in at a provider of the tests, as a page and the service do it. */
const signIn = async (
  at: Pick<LyingProvider, 'issuer' | 'signIn'>,
  { fresh = false, changed = () => ({}), secret = provider.clientSecret }: SignIn = {},
): Promise<ProvenPerson & { url: URL }> => {
  const { metadata, error } = await discovery.discover(at.issuer);
  if (error !== null) throw new Error(error);
  const known: KnownProvider = { issuer: at.issuer, clientId: provider.clientId, clientSecret: secret, metadata };
  const begun = { organizationId: randomUUID(), issuer: at.issuer, challenge: challengeOf('x'), invitation: null };
  const { state, text } = states.begin({ ...begun, redirectUri: REDIRECT_URI }, clock.now());
  const url = client.authorizationUrl(known, state, text, { fresh });
  const answer = await at.signIn(url);
  expect([answer.redirectUri, answer.state]).toEqual([REDIRECT_URI, text]);
  const person = await client.prove(known, state, { ...answer, ...changed(answer) });
  return { ...person, url: new URL(url) };
};
const reasonOf = async (proving: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await proving.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ProofFailure)) return error;
  const told = `${String(error)} ${JSON.stringify(error)} ${error.stack ?? ''} ${String(error.cause)}`;
  expect(told).not.toContain(provider.clientSecret);
  expect(told).not.toMatch(/eyJ|ada@/);
  return error.reason;
};

beforeEach(async () => {
  clock = new Clock();
  const settings = Object.assign(new OutgoingSettings(), { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' });
  const fetch = new GuardedFetch(new AddressResolver(), settings);
  const keys = new KeySets(fetch, clock);
  discovery = new Discovery(fetch, keys);
  client = new ProviderClient(fetch, keys, clock);
  provider = await LyingProvider.open();
});
afterEach(() => provider.close());

describe('a sign-in at oidc-provider', () => {
  it.each([
    ['with a secret, the address in UserInfo', 'of the client', false],
    ['of a public client, the address in the ID token', null, true],
  ])('proves a person: %s', async (_kind, secret, emailInIdToken) => {
    const { clientId } = provider;
    const clientSecret = secret ?? undefined;
    const real = await IdentityProvider.open({ clientId, clientSecret, redirectUris: [REDIRECT_URI], emailInIdToken });
    try {
      const person = await signIn(real, { secret, fresh: true });
      const address = { email: 'ada@school.example', email_verified: true };
      expect(person.subject).toBe('ada');
      expect(await person.userInfo()).toMatchObject(address);
      if (emailInIdToken) expect(person.email).toMatchObject(address);
      else expect(person.email.email).toBeUndefined();
      expect(Math.abs(Date.now() - (person.provedAt?.getTime() ?? 0))).toBeLessThan(60_000);
    } finally {
      await real.close();
    }
  });
});

describe('a sign-in', () => {
  it('asks for a code with PKCE, and for a new proof only where that is wanted', async () => {
    const { searchParams } = (await signIn(provider)).url;
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email',
      state: expect.any(String),
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect((await signIn(provider, { fresh: true })).url.searchParams.get('max_age')).toBe('0');
  });

  it.each(['ES256', 'RS256', 'EdDSA'] as const)('accepts an ID token signed by %s', async (algorithm) => {
    await provider.rotate(algorithm);
    expect((await signIn(provider)).subject).toBe('ada');
  });

  it('sends the secret where the metadata say, and none for a public client', async () => {
    await signIn(provider);
    provider.metadata = (honest) => ({ ...honest, token_endpoint_auth_methods_supported: ['client_secret_post'] });
    await signIn(provider);
    provider.clientSecret = '';
    await signIn(provider, { secret: null });
    const sent = provider
      .requestsTo('/token')
      .map(({ headers, body }) => [headers.authorization !== undefined, body.has('client_secret')]);
    expect(sent).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it('knows no time of the proof where the provider tells none', async () => {
    provider.claims = ({ auth_time: _time, ...honest }) => honest;
    expect((await signIn(provider, { fresh: true })).provedAt).toBeNull();
  });

  it('has the claims of UserInfo only of the same person', async () => {
    const person = await signIn(provider);
    expect(await person.userInfo()).toMatchObject({ sub: 'ada', email: 'ada@school.example' });
    for (const sub of ['eve', '', undefined, ['ada']]) {
      provider.userInfo = (honest) => ({ ...honest, sub });
      expect(await reasonOf(person.userInfo())).toMatch(/^OAUTH_/);
    }
  });

  it('is refused by a wrong secret', async () => {
    expect(await reasonOf(signIn(provider, { secret: 'another one' }))).toBe('invalid_client');
  });

  it.each<[string, string, (provider: LyingProvider) => unknown]>([
    [
      'has no signature',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.header = (honest) => ({ ...honest, alg: 'none' });
        it.signature = () => '';
      },
    ],
    [
      'is signed with the secret of the client',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.header = (honest) => ({ ...honest, alg: 'HS256' });
        it.signature = (input) => hmac(input, it.clientSecret);
      },
    ],
    [
      'has an algorithm that its key has not',
      'OAUTH_KEY_SELECTION_FAILED',
      (it) => {
        it.header = (honest) => ({ ...honest, alg: 'RS256' });
      },
    ],
    [
      'has an algorithm that the service does not accept',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.metadata = (honest) => ({ ...honest, id_token_signing_alg_values_supported: ['ES256', 'ES512'] });
        it.header = (honest) => ({ ...honest, alg: 'ES512' });
      },
    ],
    [
      'has an algorithm that the metadata do not announce',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.metadata = (honest) => ({ ...honest, id_token_signing_alg_values_supported: ['RS256'] });
      },
    ],
    [
      'needs an extension',
      'OAUTH_UNSUPPORTED_OPERATION',
      (it) => {
        it.header = (honest) => ({ ...honest, crit: ['b64'], b64: false });
      },
    ],
    ['is signed with a key that the provider does not tell', 'OAUTH_INVALID_RESPONSE', (it) => it.signWithOtherKey()],
    [
      'has a signature of another text',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.signature = (input, sign) => sign(`${input}x`);
      },
    ],
    [
      'names another key',
      'OAUTH_KEY_SELECTION_FAILED',
      (it) => {
        it.header = (honest) => ({ ...honest, kid: 'another' });
      },
    ],
    [
      'is of another issuer',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, iss: 'https://accounts.google.com' });
      },
    ],
    [
      'is of no issuer',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.claims = ({ iss: _iss, ...honest }) => honest;
      },
    ],
    [
      'is for another client',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, aud: 'another' });
      },
    ],
    [
      'is for several clients and authorizes none',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, aud: [honest.aud, 'another'] });
      },
    ],
    [
      'is for several clients and authorizes another',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, aud: [honest.aud, 'another'], azp: 'another' });
      },
    ],
    [
      'has another nonce',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, nonce: 'another' });
      },
    ],
    [
      'has no nonce',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.claims = ({ nonce: _nonce, ...honest }) => honest;
      },
    ],
    [
      'has expired 61 seconds ago',
      'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
      (it) => {
        it.claims = (honest) => ({ ...honest, exp: (honest.iat as number) - 61 });
      },
    ],
    [
      'never expires',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.claims = ({ exp: _exp, ...honest }) => honest;
      },
    ],
    [
      'was issued before the sign-in began',
      'issued_at_other_time',
      (it) => {
        it.claims = (honest) => ({ ...honest, iat: (honest.iat as number) - 63 });
      },
    ],
    [
      'was issued in the future',
      'issued_at_other_time',
      (it) => {
        it.claims = (honest) => ({ ...honest, iat: (honest.iat as number) + 63 });
      },
    ],
    [
      'names nobody',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.claims = ({ sub: _sub, ...honest }) => honest;
      },
    ],
    [
      'names somebody by a number',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.claims = (honest) => ({ ...honest, sub: 1 });
      },
    ],
    [
      'is missing',
      'OAUTH_INVALID_RESPONSE',
      (it) => {
        it.tokens = (honest) => ({ ...honest, id_token: undefined });
      },
    ],
    [
      'is no token',
      'OAUTH_PARSE_ERROR',
      (it) => {
        it.tokens = (honest) => ({ ...honest, id_token: 'a.b.c' });
      },
    ],
  ])('is refused with an ID token that %s', async (_what, reason, lie) => {
    await lie(provider);
    expect(await reasonOf(signIn(provider))).toBe(reason);
  });

  it.each([
    ['one audience in an array', () => ({ aud: ['delivery-service'] })],
    ['two audiences, and its own as azp', () => ({ aud: ['delivery-service', 'another'], azp: 'delivery-service' })],
    ['an expiry of 20 s ago', () => ({ exp: Math.floor(Date.now() / 1_000) - 20 })],
    ['an issue of 20 s ago', () => ({ iat: Math.floor(Date.now() / 1_000) - 20 })],
  ])('is accepted with an ID token that has %s', async (_what, change) => {
    provider.claims = (honest) => ({ ...honest, ...change() });
    expect((await signIn(provider)).subject).toBe('ada');
  });

  it('is refused where the answer names another issuer, before the provider is asked', async () => {
    const changed = () => ({ iss: 'https://accounts.google.com' });
    expect(await reasonOf(signIn(provider, { changed }))).toBe('OAUTH_INVALID_RESPONSE');
    expect(provider.requestsTo('/token')).toEqual([]);
    expect((await signIn(provider, { changed: () => ({ iss: provider.issuer }) })).subject).toBe('ada');
  });

  it('is refused where the metadata promise an issuer in the answer, and there is none', async () => {
    provider.metadata = (honest) => ({ ...honest, authorization_response_iss_parameter_supported: true });
    expect(await reasonOf(signIn(provider))).toBe('OAUTH_INVALID_RESPONSE');
    expect(provider.requestsTo('/token')).toEqual([]);
    expect((await signIn(provider, { changed: () => ({ iss: provider.issuer }) })).subject).toBe('ada');
  });

  it.each<[string, string, (provider: LyingProvider) => void]>([
    [
      'bad_document',
      'is too large',
      (it) => {
        it.tokens = (honest) => ({ ...honest, more: 'x'.repeat(10_000_000) });
      },
    ],
    [
      'bad_document',
      'is a redirect',
      (it) => {
        it.answer = (path, response) => path === '/token' && !!response.writeHead(307, { location: '/token' }).end();
      },
    ],
    [
      'OAUTH_RESPONSE_IS_NOT_CONFORM',
      'is an error',
      (it) => {
        it.answer = (path, response) => path === '/token' && !!response.writeHead(500).end('{}');
      },
    ],
    [
      'OAUTH_RESPONSE_IS_NOT_JSON',
      'is a page',
      (it) => {
        it.answer = (path, response) => path === '/token' && !!response.writeHead(200).end('<html>');
      },
    ],
    [
      'connect_failed',
      'breaks off',
      (it) => {
        it.answer = (path, response) => path === '/token' && !!response.destroy();
      },
    ],
    [
      'refused',
      'quotes what it was sent',
      (it) => {
        it.answer = (path, response) =>
          path === '/token' &&
          !!response
            .writeHead(400, { 'content-type': 'application/json' })
            .end(JSON.stringify({ error: it.clientSecret, error_description: it.clientSecret }));
      },
    ],
  ])('tells %s where the answer of the token endpoint %s', async (reason, _what, lie) => {
    lie(provider);
    expect(await reasonOf(signIn(provider))).toBe(reason);
  });
});

describe('the keys of a provider', () => {
  const ahead = (ms: number): void => {
    clock.now = () => new Date(Date.now() + ms);
    provider.aheadMs = ms;
  };
  /** What the worker has read is not what a process at the door remembers. */
  const signInOnly = async (known: KnownProvider): Promise<ProvenPerson> => {
    const begun = { organizationId: randomUUID(), issuer: known.issuer, challenge: challengeOf('x'), invitation: null };
    const { state, text } = states.begin({ ...begun, redirectUri: REDIRECT_URI }, clock.now());
    const answer = await provider.signIn(client.authorizationUrl(known, state, text, { fresh: false }));
    return client.prove(known, state, answer);
  };
  const know = async (): Promise<KnownProvider> => {
    const { metadata } = await discovery.discover(provider.issuer);
    const { issuer, clientId, clientSecret } = provider;
    return { issuer, clientId, clientSecret, metadata: metadata! };
  };
  const asked = () => provider.requestsTo('/keys').length;

  it('are asked for again when a token has another key, at most once a minute', async () => {
    const known = await know();
    await signInOnly(known);
    expect(asked()).toBe(1);
    await provider.rotate();
    expect(await reasonOf(signInOnly(known))).toBe('OAUTH_KEY_SELECTION_FAILED');
    expect(asked()).toBe(1);
    ahead(MINUTE_MS + 1_000);
    expect((await signInOnly(known)).subject).toBe('ada');
    expect(asked()).toBe(2);
    provider.header = (honest) => ({ ...honest, kid: randomUUID() });
    for (let round = 0; round < 3; round += 1) {
      expect(await reasonOf(signInOnly(known))).toBe('OAUTH_KEY_SELECTION_FAILED');
    }
    expect(asked()).toBe(2);
    ahead(3 * MINUTE_MS);
    await Promise.all([1, 2, 3].map(() => reasonOf(signInOnly(known))));
    expect(asked()).toBe(3);
  });

  it('are asked for again after five minutes, so that a key that was withdrawn is accepted no longer', async () => {
    const known = await know();
    const other = await LyingProvider.open();
    const keys: unknown = await (await fetch(`${other.issuer}/keys`)).json();
    await other.close();
    await signInOnly(known);
    provider.keySet = () => keys;
    ahead(4 * MINUTE_MS);
    expect((await signInOnly(known)).subject).toBe('ada');
    ahead(5 * MINUTE_MS + 2_000);
    expect(await reasonOf(signInOnly(known))).toBe('OAUTH_KEY_SELECTION_FAILED');
    expect(asked()).toBe(2);
  });

  it.each<[string, (honest: Record<string, unknown>) => unknown]>([
    ['are for encryption', ({ keys }) => ({ keys: (keys as object[]).map((key) => ({ ...key, use: 'enc' })) })],
    ['are secret', () => ({ keys: [{ kty: 'oct', k: 'c2VjcmV0', use: 'sig' }] })],
    ['are no list', () => ({ keys: 'all' })],
    ['are none', () => ({})],
  ])('are no good where they %s', async (_what, lie) => {
    provider.keySet = lie;
    expect(await discovery.discover(provider.issuer)).toEqual({ metadata: null, error: 'bad_document' });
  });
});

describe('discovery', () => {
  const discovered = async (): Promise<unknown> => (await discovery.discover(provider.issuer)).error;

  it.each<[string, string, (provider: LyingProvider) => unknown]>([
    [
      'other_issuer',
      'name another issuer',
      (it) => {
        it.metadata = (honest) => ({ ...honest, issuer: 'https://accounts.google.com' });
      },
    ],
    [
      'no_code_flow',
      'lack the code flow',
      (it) => {
        it.metadata = (honest) => ({ ...honest, response_types_supported: ['id_token'] });
      },
    ],
    [
      'bad_document',
      'are too large',
      (it) => {
        it.metadata = (honest) => ({ ...honest, more: 'x'.repeat(10_000_000) });
      },
    ],
    [
      'bad_document',
      'are a redirect',
      (it) => {
        it.answer = (_path, response) => !!response.writeHead(302, { location: '/' }).end();
      },
    ],
    [
      'bad_document',
      'are missing',
      (it) => {
        it.answer = (_path, response) => !!response.writeHead(404).end('{}');
      },
    ],
    [
      'bad_document',
      'have no JSON',
      (it) => {
        it.answer = (_path, response) => !!response.writeHead(200).end('{');
      },
    ],
    [
      'bad_document',
      'lead people to plain http outside of the allowed ranges',
      (it) => {
        it.metadata = (honest) => ({ ...honest, authorization_endpoint: 'http://8.8.8.8/authorize' });
      },
    ],
    [
      'bad_document',
      'lead to a private address',
      (it) => {
        it.metadata = (honest) => ({ ...honest, token_endpoint: 'https://10.0.0.1/token' });
      },
    ],
    [
      'bad_document',
      'lead to keys elsewhere that are none',
      (it) => {
        it.metadata = (honest) => ({ ...honest, jwks_uri: `${it.issuer}/me` });
      },
    ],
    [
      'dns_blocked',
      'lead to keys at a name that has a private address',
      (it) => {
        it.metadata = (honest) => ({ ...honest, jwks_uri: 'http://nowhere.invalid/keys' });
      },
    ],
    ['connect_failed', 'are nowhere', (it) => it.close().then(() => (it.close = () => Promise.resolve()))],
  ])('tells %s where the metadata %s', async (error, _what, lie) => {
    await lie(provider);
    expect(await discovered()).toBe(error);
  });

  it('lets people be led to any https URL', async () => {
    provider.metadata = (honest) => ({ ...honest, authorization_endpoint: 'https://id.school.example/authorize' });
    expect(await discovered()).toBeNull();
  });
});
