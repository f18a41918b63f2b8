import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import { SpanKind, traced } from '../tracing/tracing.js';
import { AddressResolver } from './address-resolver.js';
import { type AddressRange, mayConnect } from './address-rules.js';
import { exchange, type OutgoingAnswer } from './exchange.js';
import { guardedLookup } from './guarded-lookup.js';
import { OutgoingFailure } from './outgoing-failure.js';
import { allowedRanges, OutgoingSettings } from './outgoing.settings.js';
import { outgoingUrlIssue } from './outgoing-url.js';

/** From the look-up of the host name to the end of the answer. */
const TIMEOUT_MS = 10_000;

export interface OutgoingRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** The options with which `openid-client` calls its `customFetch`. */
interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Requests documents from URLs set by customers: 256 kB and 10 seconds at most, no redirects, only from allowed addresses.
 * Every failure is an `OutgoingFailure`.
 */
@Injectable()
export class GuardedFetch {
  private readonly ranges: readonly AddressRange[];

  constructor(
    private readonly resolver: AddressResolver,
    settings: OutgoingSettings,
  ) {
    this.ranges = allowedRanges(settings);
  }

  /** The answer, whatever its status, unless it is a redirect. */
  request(url: string, request: OutgoingRequest = {}): Promise<OutgoingAnswer> {
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method, ...addressOf(url) };
    return traced({ name: method, kind: SpanKind.CLIENT, attributes }, async (span) => {
      const answer = await this.send(url, request);
      span?.setAttribute('http.response.status_code', answer.status);
      return answer;
    });
  }

  /** The JSON value that a GET answers with the status 200. */
  async document(url: string): Promise<unknown> {
    const { status, body } = await this.request(url, { headers: { accept: 'application/json' } });
    if (status !== 200) throw new OutgoingFailure('bad_document');
    try {
      return JSON.parse(body.toString('utf8'));
    } catch {
      throw new OutgoingFailure('bad_document');
    }
  }

  /** The same as a `fetch`, for libraries. */
  readonly fetch = async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    const text = body instanceof URLSearchParams ? body.toString() : undefined;
    const answer = await this.request(url, { method: method as 'GET' | 'POST', headers, body: text, signal });
    const { 'content-type': type, 'www-authenticate': challenge } = answer.headers;
    return new Response(hasBody(answer) ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(challenge !== undefined && { 'www-authenticate': challenge }),
      },
    });
  };

  /** Whether the URL may be requested, as far as that is known without a look-up. */
  accepts(url: string): boolean {
    return outgoingUrlIssue(url, this.ranges) === undefined;
  }

  /** Whether the host of the URL has allowed addresses only. */
  async reaches(url: string): Promise<boolean> {
    if (!this.accepts(url)) return false;
    const { hostname, protocol } = new URL(url);
    const found = await this.resolver.resolve(hostname.replace(/^\[(.*)\]$/, '$1')).catch(() => []);
    return found.length > 0 && found.every(({ address }) => this.allows(address, protocol === 'https:'));
  }

  private async send(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    if (!this.accepts(url)) throw new OutgoingFailure('dns_blocked');
    const { method = 'GET', headers, body, signal, timeoutMs = TIMEOUT_MS } = request;
    const secure = new URL(url).protocol === 'https:';
    const allowed = (address: string): boolean => this.allows(address, secure);
    const lookup = guardedLookup(this.resolver, allowed);
    const sent = (secure ? https : http).request(url, { method, headers, agent: false, lookup });
    return exchange(sent, { secure, allowed, body, signal, timeoutMs });
  }

  private allows(address: string, secure: boolean): boolean {
    return mayConnect(address, secure, this.ranges);
  }
}

/** A `Response` with one of these may have none. */
function hasBody({ status }: OutgoingAnswer): boolean {
  return status !== 204 && status !== 205;
}

/** The parts of a URL that contain no secret. */
function addressOf(url: string): { 'server.address'?: string; 'url.scheme'?: string } {
  if (!URL.canParse(url)) return {};
  const { hostname, protocol } = new URL(url);
  return { 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) };
}
