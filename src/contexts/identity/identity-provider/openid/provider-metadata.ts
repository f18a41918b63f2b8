import { isPlainObject } from '#kernel/fields';
import { ProviderFailure } from './provider-failure.js';

/** The algorithms of ID tokens: signatures by the keys of the issuer, neither `none` nor HMAC with the client secret. */
const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'EdDSA', 'Ed25519'];

const MAX_URL_LENGTH = 2000;

/** The part of a provider's metadata that the service needs, as it is stored. */
export interface ProviderMetadata {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string | null;
  jwksUri: string;
  signingAlgorithms: string[];
  /** How the client secret is sent. */
  secretIn: 'header' | 'body';
  /** Whether the answer to an authorization request names the issuer. */
  namesIssuer: boolean;
}

/** The URL of the metadata of an issuer. */
export function metadataUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Reads the metadata of the issuer. Throws `ProviderFailure`; whether its URLs may be requested is not checked. */
export function metadataIn(document: unknown, issuer: string): ProviderMetadata {
  if (!isPlainObject(document)) throw new ProviderFailure('bad_document');
  if (document.issuer !== issuer) throw new ProviderFailure('other_issuer');
  if (!hasCodeFlow(document)) throw new ProviderFailure('no_code_flow');
  const announced = document.id_token_signing_alg_values_supported ?? ['RS256'];
  const signingAlgorithms = SIGNING_ALGORITHMS.filter((algorithm) => includes(announced, algorithm));
  if (signingAlgorithms.length === 0) throw new ProviderFailure('bad_document');
  return {
    authorizationEndpoint: endpoint(document.authorization_endpoint),
    tokenEndpoint: endpoint(document.token_endpoint),
    userinfoEndpoint: document.userinfo_endpoint === undefined ? null : endpoint(document.userinfo_endpoint),
    jwksUri: endpoint(document.jwks_uri),
    signingAlgorithms,
    secretIn: includes(document.token_endpoint_auth_methods_supported, 'client_secret_post') ? 'body' : 'header',
    namesIssuer: document.authorization_response_iss_parameter_supported === true,
  };
}

/** The code flow with PKCE, and an answer in the query. What may be left out has the default of its specification. */
function hasCodeFlow(document: Record<string, unknown>): boolean {
  const { grant_types_supported: grants, response_modes_supported: modes } = document;
  const { code_challenge_methods_supported: challenges } = document;
  return (
    includes(document.response_types_supported, 'code') &&
    (grants === undefined || includes(grants, 'authorization_code')) &&
    (modes === undefined || includes(modes, 'query')) &&
    (challenges === undefined || includes(challenges, 'S256'))
  );
}

function includes(list: unknown, value: string): boolean {
  return Array.isArray(list) && list.includes(value);
}

function endpoint(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) {
    throw new ProviderFailure('bad_document');
  }
  const { protocol, username, password, hash, href } = new URL(value);
  if (!['https:', 'http:'].includes(protocol) || username !== '' || password !== '' || hash !== '') {
    throw new ProviderFailure('bad_document');
  }
  return href;
}
