import { createHmac, randomUUID, webcrypto } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { browse, type AuthorizationAnswer, type Person } from './provider-browser.js';

const { subtle } = webcrypto;
type Document = Record<string, unknown>;
type Pair = webcrypto.CryptoKeyPair;

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
  EdDSA: { name: 'Ed25519' },
} as const;
type Algorithm = keyof typeof ALGORITHMS;

/** A request that arrived. */
export interface ProviderRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: URLSearchParams;
}

interface Issued {
  person: Person;
  parameters: URLSearchParams;
}

/**
 * A provider on 127.0.0.1 that keeps to the rules, but for what a test changes in it: each function is given what an honest
 * provider would say.
 */
export class LyingProvider {
  person: Person = { sub: 'ada', email: 'ada@school.example', email_verified: true };
  clientId = 'delivery-service';
  clientSecret = 'a secret of the client';

  metadata = (honest: Document): unknown => honest;
  keySet = (honest: Document): unknown => honest;
  header = (honest: Document): Document => honest;
  claims = (honest: Document): Document => honest;
  /** The third part of an ID token; `sign` signs with the current key. */
  signature = (input: string, sign: (input: string) => Promise<string>): Promise<string> | string => sign(input);
  tokens = (honest: Document): unknown => honest;
  userInfo = (honest: Document): unknown => honest;
  /** Answers a request itself, by its path; returns whether it did. */
  answer: (path: string, response: ServerResponse) => boolean = () => false;

  /** How far its clock is ahead of this machine's. */
  aheadMs = 0;
  readonly requests: ProviderRequest[] = [];
  private readonly codes = new Map<string, Issued>();
  private readonly accessTokens = new Map<string, Person>();

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private algorithm: Algorithm,
    private pair: Pair,
    private kid: string,
  ) {}

  static async open(algorithm: Algorithm = 'ES256'): Promise<LyingProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new LyingProvider(issuer, server, algorithm, await newPair(algorithm), randomUUID());
    server.on('request', (request, response) => void provider.serve(request, response));
    return provider;
  }

  /** From now on it signs with another key, which has another id. */
  async rotate(algorithm = this.algorithm): Promise<void> {
    this.algorithm = algorithm;
    this.pair = await newPair(algorithm);
    this.kid = randomUUID();
  }

  /** Signs with a key that it does not tell, under the id of the one that it tells. */
  async signWithOtherKey(): Promise<void> {
    const other = await newPair(this.algorithm);
    this.signature = (input) => this.sign(input, other.privateKey);
  }

  /** What a browser brings back from the URL. */
  signIn(authorizationUrl: string): Promise<AuthorizationAnswer> {
    return browse(authorizationUrl, this.issuer);
  }

  requestsTo(path: string): ProviderRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** From now on nobody answers at its address. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', this.issuer);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    this.requests.push({ path, headers: request.headers, body });
    if (this.answer(path, response)) return;
    if (path === '/authorize') {
      this.authorize(searchParams, response);
      return;
    }
    if (path === '/.well-known/openid-configuration') {
      json(response, this.metadata(this.honestMetadata()));
      return;
    }
    if (path === '/keys') {
      json(response, this.keySet({ keys: [await this.publicKey()] }));
      return;
    }
    if (path === '/token') return this.token(request.headers, body, response);
    if (path === '/me') {
      this.tellUserInfo(request.headers, response);
      return;
    }
    json(response, { error: 'not_found' }, 404);
  }

  private honestMetadata(): Document {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/me`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...Object.keys(ALGORITHMS), 'HS256', 'none'],
    };
  }

  private authorize(parameters: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    this.codes.set(code, { person: this.person, parameters });
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', parameters.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  private async token(headers: IncomingHttpHeaders, body: URLSearchParams, response: ServerResponse): Promise<void> {
    if (!this.isClient(headers, body)) {
      json(response, { error: 'invalid_client' }, 401);
      return;
    }
    const code = body.get('code') ?? '';
    const issued = this.codes.get(code);
    this.codes.delete(code);
    if (!issued || !(await fits(issued, body))) {
      json(response, { error: 'invalid_grant' }, 400);
      return;
    }
    const accessToken = randomUUID();
    this.accessTokens.set(accessToken, issued.person);
    const idToken = await this.idToken(issued);
    json(response, this.tokens({ access_token: accessToken, token_type: 'Bearer', id_token: idToken }));
  }

  private isClient({ authorization }: IncomingHttpHeaders, body: URLSearchParams): boolean {
    if (authorization === undefined) {
      return body.get('client_id') === this.clientId && (body.get('client_secret') ?? '') === this.clientSecret;
    }
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    return decoded(id) === this.clientId && decoded(secret) === this.clientSecret;
  }

  private async idToken({ person, parameters }: Issued): Promise<string> {
    const now = Math.floor((Date.now() + this.aheadMs) / 1_000);
    const nonce = parameters.get('nonce');
    const honest = { iss: this.issuer, aud: this.clientId, iat: now, exp: now + 300, auth_time: now, nonce, ...person };
    const parts = [this.header({ alg: this.algorithm, kid: this.kid }), this.claims(honest)];
    const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${input}.${await this.signature(input, (text) => this.sign(text, this.pair.privateKey))}`;
  }

  private async sign(input: string, key: webcrypto.CryptoKey): Promise<string> {
    const signature = await subtle.sign(ALGORITHMS[this.algorithm], key, Buffer.from(input));
    return Buffer.from(signature).toString('base64url');
  }

  private async publicKey(): Promise<Document> {
    const key = await subtle.exportKey('jwk', this.pair.publicKey);
    return { ...key, key_ops: ['verify'], alg: this.algorithm, use: 'sig', kid: this.kid };
  }

  private tellUserInfo({ authorization = '' }: IncomingHttpHeaders, response: ServerResponse): void {
    const person = this.accessTokens.get(authorization.replace(/^Bearer /, ''));
    if (person) json(response, this.userInfo({ ...person }));
    else json(response, { error: 'invalid_token' }, 401);
  }
}

/** Both parts are encoded as a form, then joined: RFC 6749, 2.3.1. */
function decoded(part = ''): string {
  return decodeURIComponent(part.replaceAll('+', ' '));
}

/** HMAC with a text that both sides know, such as the client secret or a public key. */
export function hmac(input: string, key: string): string {
  return createHmac('sha256', key).update(input).digest('base64url');
}

/** Whether the code is exchanged by who got it: with the verifier and the address of the authorization request. */
async function fits({ parameters }: Issued, body: URLSearchParams): Promise<boolean> {
  const digest = await subtle.digest('SHA-256', Buffer.from(body.get('code_verifier') ?? ''));
  const challenge = Buffer.from(digest).toString('base64url');
  const isSame = body.get('redirect_uri') === parameters.get('redirect_uri');
  return isSame && parameters.get('code_challenge_method') === 'S256' && challenge === parameters.get('code_challenge');
}

async function newPair(algorithm: Algorithm): Promise<Pair> {
  return (await subtle.generateKey(ALGORITHMS[algorithm], true, ['sign', 'verify'])) as Pair;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
