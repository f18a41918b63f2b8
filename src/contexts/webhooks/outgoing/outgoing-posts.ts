import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  AddressResolver,
  type AddressRange,
  allowedRanges,
  BlockedAddress,
  guardedLookup,
  literalAddress,
  mayConnect,
  OutgoingSettings,
  type TransportError,
} from '#kernel/outgoing';
import { fail, outgoingHeaders, type Span, SpanKind, traced } from '#kernel/tracing';
import { WorkerFailures } from '../worker/worker-failures.js';

const MAX_RESPONSE_BYTES = 1024;

/** Shorter than the keep-alive timeout of most servers, so that few requests use a connection being closed. */
const IDLE_CONNECTION_MS = 4_000;

/** Errors of a connection that the receiver has closed. */
const HANG_UPS = new Set(['ECONNRESET', 'EPIPE']);

export interface PostResult {
  /** Null where there is no response; then `error` is set. */
  status: number | null;
  error: TransportError | null;
  /** The first kilobyte. */
  body: string;
  /** Why the body is incomplete; null if it is complete. */
  bodyCut: 'too_large' | 'timeout' | null;
  retryAfter: string | null;
  latencyMs: number;
}

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Sends the message by calling `write`; returns whether it did. */
export type Prepare = (write: (message: Message) => void) => Promise<boolean>;

/** Sends POST requests to URLs set by customers. Follows no redirects and connects only to allowed addresses. */
@Injectable()
export class OutgoingPosts {
  private readonly ranges: readonly AddressRange[];
  private readonly agents = [http, https].map(
    ({ Agent }) => new Agent({ keepAlive: true, maxFreeSockets: 256, timeout: IDLE_CONNECTION_MS }),
  );

  constructor(
    private readonly resolver: AddressResolver,
    settings: OutgoingSettings,
    private readonly failures: WorkerFailures,
  ) {
    this.ranges = allowedRanges(settings);
  }

  /**
   * Sends one request; null where `prepare` sent no message. Never rejects: an unexpected error counts as
   * connect_failed, so that the attempt is recorded.
   */
  post(url: string, timeoutMs: number, prepare: Prepare): Promise<PostResult | null> {
    const attributes = { 'http.request.method': 'POST', ...addressOf(url) };
    return traced({ name: 'POST', kind: SpanKind.CLIENT, attributes }, async (span) => {
      // Now: messages are prepared in batches, in the context of any of them.
      const continued = outgoingHeaders();
      const result = await this.tryToPost(url, timeoutMs, (write) =>
        prepare(({ headers, body }) => write({ headers: { ...headers, ...continued }, body })),
      );
      if (span && result) note(span, result);
      return result;
    });
  }

  private async tryToPost(url: string, timeoutMs: number, prepare: Prepare): Promise<PostResult | null> {
    try {
      return await this.connectAndPost(url, timeoutMs, prepare);
    } catch (error) {
      this.failures.note('post', error);
      return failed('connect_failed', 0);
    }
  }

  onApplicationShutdown(): void {
    for (const agent of this.agents) agent.destroy();
  }

  /**
   * Connects before it prepares the message, so that there is no delay between signing and sending. A request on a
   * kept-alive connection that the receiver was closing is repeated on a new connection.
   */
  private async connectAndPost(url: string, timeoutMs: number, prepare: Prepare): Promise<PostResult | null> {
    const target = new URL(url);
    const secure = target.protocol === 'https:';
    const allowed = (address: string): boolean => mayConnect(address, secure, this.ranges);
    const literal = literalAddress(target.hostname);
    if (literal !== undefined && !allowed(literal)) return failed('dns_blocked', 0);
    if (!secure && this.ranges.length === 0) return failed('dns_blocked', 0);
    // One time-out for both attempts.
    const deadline = performance.now() + timeoutMs;
    const send = (agent: http.Agent | false): Promise<PostResult | 'stale' | null> => {
      const lookup = guardedLookup(this.resolver, allowed);
      const request = (secure ? https : http).request(target, { method: 'POST', agent, lookup });
      return exchange(request, { secure, allowed, timeoutMs: Math.max(0, deadline - performance.now()), prepare });
    };
    const result = await send(this.agents[secure ? 1 : 0]);
    return result === 'stale' ? ((await send(false)) as PostResult | null) : result;
  }
}

/** The parts of a URL that contain no secret. */
function addressOf(url: string): { 'server.address'?: string; 'url.scheme'?: string } {
  if (!URL.canParse(url)) return {};
  const { hostname, protocol } = new URL(url);
  return { 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) };
}

function note(span: Span, { status, error }: PostResult): void {
  if (status !== null) span.setAttribute('http.response.status_code', status);
  if (error !== null || (status !== null && status >= 400)) fail(span, error ?? String(status));
}

function exchange(
  request: ClientRequest,
  options: { secure: boolean; allowed: (address: string) => boolean; timeoutMs: number; prepare: Prepare },
) {
  const { secure, allowed, timeoutMs, prepare } = options;
  return new Promise<PostResult | 'stale' | null>((resolve, reject) => {
    let started = performance.now();
    let stage: 'connecting' | 'securing' | 'connected' = 'connecting';
    let settled = false;
    let onTimeout = (): void => fail('timeout');
    const timer = setTimeout(() => onTimeout(), timeoutMs);
    const elapsed = (): number => Math.round(performance.now() - started);

    const settle = (result: PostResult | 'stale' | null, keepConnection = false): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (!keepConnection) request.destroy();
      resolve(result);
    };
    const fail = (error: TransportError): void => settle(failed(error, elapsed()));

    const write = ({ headers, body }: Message): void => {
      if (settled) return;
      started = performance.now();
      try {
        for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
        request.setHeader('Content-Length', Buffer.byteLength(body));
        request.end(body);
      } catch (error) {
        // Must not throw: the caller prepares other messages in the same transaction.
        reject(error instanceof Error ? error : new Error(String(error)));
        settle(null);
      }
    };
    const onConnected = (socket: Socket): void => {
      if (!allowed(socket.remoteAddress ?? '')) return fail('dns_blocked');
      stage = 'connected';
      prepare(write).then(
        (written) => {
          if (!written) settle(null);
        },
        () => settle(null),
      );
    };

    request.on('socket', (socket) => {
      if (request.reusedSocket) return onConnected(socket);
      socket.once('connect', () => {
        stage = 'securing';
        if (!secure) onConnected(socket);
      });
      if (secure) socket.once('secureConnect', () => onConnected(socket));
    });
    request.on('error', (error) => {
      if (error instanceof BlockedAddress) return fail('dns_blocked');
      if (request.reusedSocket && HANG_UPS.has((error as NodeJS.ErrnoException).code ?? '')) return settle('stale');
      fail(stage === 'securing' ? 'tls_failed' : 'connect_failed');
    });
    // A 101 ends HTTP on the connection: no final answer follows it.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      settle({ ...failed('connect_failed', elapsed()), status: response.statusCode ?? 101, error: null });
    });
    request.on('response', (response) => {
      const answer = (body: string, bodyCut: PostResult['bodyCut']): PostResult => ({
        status: response.statusCode ?? 0,
        error: null,
        body,
        bodyCut,
        retryAfter: response.headers['retry-after'] ?? null,
        latencyMs: elapsed(),
      });
      const read = readStart(response, (body, tooLarge) =>
        settle(answer(body, tooLarge ? 'too_large' : null), !tooLarge),
      );
      onTimeout = () => settle(answer(read(), 'timeout'));
      response.on('error', () => settle(answer(read(), 'timeout')));
    });
  });
}

/** Reads the first kilobyte of a body; the returned function gives what has been received so far. */
function readStart(response: IncomingMessage, done: (body: string, tooLarge: boolean) => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  const text = (): string =>
    Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\u0000', '');
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) done(text(), true);
  });
  response.on('end', () => done(text(), false));
  return text;
}

function failed(error: TransportError, latencyMs: number): PostResult {
  return { status: null, error, body: '', bodyCut: null, retryAfter: null, latencyMs };
}
