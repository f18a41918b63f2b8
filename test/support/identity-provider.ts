import { webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';
import { browse, type AuthorizationAnswer, type Person } from './provider-browser.js';

interface Client {
  clientId: string;
  clientSecret?: string;
  redirectUris: string[];
  /** By default it is in UserInfo, as the specification has it. */
  emailInIdToken?: boolean;
}

/** A real OpenID provider on 127.0.0.1, at which whoever comes signs in as `person`. */
export class IdentityProvider {
  person: Person = { sub: 'ada', email: 'ada@school.example', email_verified: true };

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async open(client: Client): Promise<IdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const opened = new IdentityProvider(issuer, server);
    const provider = opened.provider(client, await newKey());
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/')) void opened.signInAtOnce(provider, request, response);
      else void answer(request, response);
    });
    return opened;
  }

  /** What a browser brings back from the URL. */
  signIn(authorizationUrl: string): Promise<AuthorizationAnswer> {
    return browse(authorizationUrl, this.issuer);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private provider({ clientId, clientSecret, redirectUris, emailInIdToken = false }: Client, key: JWK): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
          redirect_uris: redirectUris,
          token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_post',
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
      conformIdTokenClaims: !emailInIdToken,
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => Promise.resolve({ ...this.person, sub }) }),
    });
  }

  private async signInAtOnce(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: this.person.sub } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
}

async function newKey(): Promise<JWK> {
  const { subtle } = webcrypto;
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { kty, crv, x, y, d } = await subtle.exportKey('jwk', pair.privateKey);
  return { kty, crv, x, y, d, use: 'sig', alg: 'ES256', kid: 'of the tests' };
}
