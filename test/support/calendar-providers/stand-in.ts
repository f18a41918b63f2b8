import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  json: Record<string, unknown>;
  form: URLSearchParams;
}

export interface Answer {
  status: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** A stand-in for an OAuth provider with an API, which holds the documented behavior of its token endpoint. */
export abstract class StandIn {
  readonly clientId = 'client of the service';
  readonly clientSecret = 'secret of the client';
  /** The requests to the API, oldest first. */
  readonly asked: Asked[] = [];
  /** Answers instead of the provider, if it returns one. */
  interfere: ((asked: Asked) => Answer | 'hang up' | undefined) | undefined;
  /** Runs before a request is carried out. */
  before: ((asked: Asked) => Promise<void>) | undefined;
  /** Requests that are carried out, and whose answers are lost. */
  loses: ((asked: Asked) => boolean) | undefined;
  /** The scopes that the person grants; all that are asked for by default. */
  grants: ((scope: string) => string) | undefined;
  /** How long access tokens are good. */
  lifetimeSeconds = 3_600;
  private readonly codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>();
  private refreshToken: string | undefined;
  private accessTokens = new Set<string>();
  private server: Server | undefined;
  private port = 0;

  /** At a port that is free, or at this one. */
  async start(port = this.port): Promise<void> {
    this.server = createServer((request, response) => void this.serve(request, response)).listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    if (this.server) await once(this.server, 'close');
    this.server = undefined;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The person consents at the authorization URL. Returns where the browser is sent. */
  consent(authorizationUrl: string): string {
    const { searchParams: query } = new URL(authorizationUrl);
    if (query.get('client_id') !== this.clientId || query.get('code_challenge_method') !== 'S256')
      throw new Error('not ours');
    const code = randomBytes(8).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    this.codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
      scope: query.get('scope') ?? '',
    });
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('code', code);
    return back.href;
  }

  /** The person takes the grant back. */
  revokeGrant(): void {
    this.refreshToken = undefined;
    this.accessTokens.clear();
  }

  /** Access tokens are refused from now on; they can be renewed. */
  expireTokens(): void {
    this.accessTokens.clear();
  }

  get isGranted(): boolean {
    return this.refreshToken !== undefined;
  }

  protected abstract api(asked: Asked): Answer;

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', this.url);
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const asked: Asked = {
      ...{ method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers },
      json: isJson && body !== '' ? (JSON.parse(body) as Record<string, unknown>) : {},
      form: new URLSearchParams(isJson ? '' : body),
    };
    await this.before?.(asked);
    const other = this.interfere?.(asked);
    if (other === 'hang up') return void request.socket.destroy();
    const { status, json, headers } = other ?? this.answer(asked);
    if (this.loses?.(asked)) return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  }

  private answer(asked: Asked): Answer {
    if (asked.path === '/token') return this.token(asked.form);
    if (asked.path === '/revoke') {
      if (asked.form.get('token') === this.refreshToken) this.revokeGrant();
      return { status: 200, json: {} };
    }
    this.asked.push(asked);
    const [, token = ''] = (asked.headers.authorization ?? '').split(' ');
    if (!this.accessTokens.has(token)) return { status: 401, json: { error: { code: 401 } } };
    return this.api(asked);
  }

  private token(form: URLSearchParams): Answer {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret) {
      return { status: 401, json: { error: 'invalid_client' } };
    }
    if (form.get('grant_type') === 'refresh_token') {
      const isGood = this.refreshToken !== undefined && form.get('refresh_token') === this.refreshToken;
      return isGood ? this.tokens('') : INVALID_GRANT;
    }
    const code = form.get('code') ?? '';
    const begun = this.codes.get(code);
    // A code is good once.
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (begun?.challenge !== challenge || begun.redirectUri !== form.get('redirect_uri')) return INVALID_GRANT;
    this.refreshToken = randomBytes(16).toString('hex');
    return this.tokens(this.grants?.(begun.scope) ?? begun.scope);
  }

  private tokens(scope: string): Answer {
    const accessToken = randomBytes(16).toString('hex');
    this.accessTokens.add(accessToken);
    return {
      status: 200,
      json: {
        ...{ access_token: accessToken, token_type: 'Bearer', expires_in: this.lifetimeSeconds },
        ...(scope !== '' && { scope, refresh_token: this.refreshToken }),
      },
    };
  }
}

const INVALID_GRANT: Answer = { status: 400, json: { error: 'invalid_grant' } };
export const NOT_FOUND: Answer = { status: 404, json: { error: { code: 404 } } };
