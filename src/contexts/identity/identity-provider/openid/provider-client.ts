import { Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { Clock } from '#kernel/clock';
import { GuardedFetch } from '#kernel/outgoing';
import { authorizedPerson, type ProvenPerson } from './authorized-person.js';
import { KeySets } from './key-sets.js';
import { ProofFailure } from './proof-failure.js';
import type { ProviderMetadata } from './provider-metadata.js';
import { challengeOf, type SignInState } from './sign-in-state.js';
import type { EmailClaims } from './verified-email.js';

const TIMEOUT_SECONDS = 10;
/** How far the clocks of the provider and of the service may be apart. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** A provider at which the service is a client. */
export interface KnownProvider {
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  metadata: ProviderMetadata;
}

/** The parameters with which the browser comes back from the provider. */
export interface AuthorizationAnswer {
  code: string;
  iss?: string;
}

/** The client of identity providers, by `openid-client`. It runs outside of transactions. */
@Injectable()
export class ProviderClient {
  constructor(
    private readonly fetch: GuardedFetch,
    private readonly keys: KeySets,
    private readonly clock: Clock,
  ) {}

  /** The URL at which the person signs in. `fresh` asks for a new proof of who they are. */
  authorizationUrl(provider: KnownProvider, state: SignInState, text: string, { fresh }: { fresh: boolean }): string {
    const parameters = {
      redirect_uri: state.redirectUri,
      scope: 'openid email',
      state: text,
      nonce: state.nonce,
      code_challenge: challengeOf(state.verifier),
      code_challenge_method: 'S256',
      ...(fresh && { max_age: '0' }),
    };
    return openid.buildAuthorizationUrl(this.configuration(provider), parameters).href;
  }

  /** Exchanges the code for a person whom the provider has signed for. Throws `ProofFailure`. */
  async prove(provider: KnownProvider, state: SignInState, { code, iss }: AuthorizationAnswer): Promise<ProvenPerson> {
    const configuration = this.configuration(provider);
    const answer = new URL(state.redirectUri);
    answer.searchParams.set('code', code);
    if (iss !== undefined) answer.searchParams.set('iss', iss);
    const tokens = await told(
      openid.authorizationCodeGrant(configuration, answer, {
        pkceCodeVerifier: state.verifier,
        expectedNonce: state.nonce,
        idTokenExpected: true,
      }),
    );
    const person = authorizedPerson(tokens.claims(), state, this.clock.now());
    return { ...person, userInfo: () => this.userInfo(configuration, tokens.access_token, person.subject) };
  }

  private async userInfo(of: openid.Configuration, accessToken: string, subject: string): Promise<EmailClaims> {
    return told(openid.fetchUserInfo(of, accessToken, subject));
  }

  /** Made for each request: the library notes in it which documents it has read. */
  private configuration({ issuer, clientId, clientSecret, metadata }: KnownProvider): openid.Configuration {
    const { jwksUri, userinfoEndpoint } = metadata;
    const server: openid.ServerMetadata = {
      issuer,
      authorization_endpoint: metadata.authorizationEndpoint,
      token_endpoint: metadata.tokenEndpoint,
      jwks_uri: jwksUri,
      ...(userinfoEndpoint !== null && { userinfo_endpoint: userinfoEndpoint }),
      id_token_signing_alg_values_supported: metadata.signingAlgorithms,
      authorization_response_iss_parameter_supported: metadata.namesIssuer,
    };
    const client = {
      [openid.clockSkew]: Math.round((this.clock.now().getTime() - Date.now()) / 1_000),
      [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    const configuration = new openid.Configuration(server, clientId, client, authentication(clientSecret, metadata));
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[openid.customFetch] = (url, options) =>
      url === jwksUri ? this.keySet(jwksUri) : this.fetch.fetch(url, options);
    // The guard decides where plain http is allowed.
    openid.allowInsecureRequests(configuration);
    openid.enableNonRepudiationChecks(configuration);
    const found = this.keys.find(jwksUri);
    if (found) openid.setJwksCache(configuration, { jwks: found, uat: Math.floor(Date.now() / 1_000 - found.age) });
    return configuration;
  }

  /** The library asks when it has no keys, or one that it needs is not among those of a minute ago. */
  private async keySet(url: string): Promise<Response> {
    const { keys } = await this.keys.renew(url);
    return Response.json({ keys });
  }
}

function authentication(secret: string | null, { secretIn }: ProviderMetadata): openid.ClientAuth {
  if (secret === null) return openid.None();
  return secretIn === 'body' ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

/** The library's errors carry tokens and answers: nothing of them is handed on but what kind they are. */
async function told<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw ProofFailure.of(error);
  }
}
