import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { literalAddress } from '../endpoint-url.js';
import { AddressResolver } from './address-resolver.js';
import { isPublicAddress } from './address-rules.js';
import { BlockedAddress, guardedLookup } from './guarded-lookup.js';

const MAX_RESPONSE_BYTES = 1024;

/** Shorter than servers commonly keep idle connections, so that a request seldom meets one being closed. */
const IDLE_CONNECTION_MS = 4_000;

/** How the end of a connection shows that the receiver has closed. */
const HANG_UPS = new Set(['ECONNRESET', 'EPIPE']);

export type TransportError = 'dns_blocked' | 'connect_failed' | 'tls_failed' | 'timeout';

export interface PostResult {
  /** Null where no response came; then `error` says why. */
  status: number | null;
  error: TransportError | null;
  /** The first kilobyte. */
  body: string;
  /** The response has a longer body than is read, or none that came to an end in time. */
  bodyCut: 'too_large' | 'timeout' | null;
  retryAfter: string | null;
  latencyMs: number;
}

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Gives the message by calling `write`, which sends it at once; answers whether it did. */
export type Prepare = (write: (message: Message) => void) => Promise<boolean>;

/** Sends POST requests to addresses that strangers name. Follows no redirect, and dials only what the rules allow. */
@Injectable()
export class OutgoingPosts {
  private readonly agents = [http, https].map(
    ({ Agent }) => new Agent({ keepAlive: true, maxFreeSockets: 256, timeout: IDLE_CONNECTION_MS }),
  );

  constructor(
    private readonly resolver: AddressResolver,
    private readonly settings: Settings,
  ) {}

  /**
   * Connects first and asks for the message then, so that nothing slow lies between its signature and the wire.
   * A kept connection that the receiver was just closing says nothing of the receiver: a new one is tried at once.
   * Null when `prepare` gave none: nothing was sent.
   */
  async post(url: string, timeoutMs: number, prepare: Prepare): Promise<PostResult | null> {
    const target = new URL(url);
    const allowPrivate = this.settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES;
    const literal = literalAddress(target.hostname);
    const refused = target.protocol !== 'https:' || (literal !== undefined && !isPublicAddress(literal));
    if (refused && !allowPrivate) return failed('dns_blocked', 0);
    const secure = target.protocol === 'https:';
    const send = (agent: http.Agent | false): Promise<PostResult | 'stale' | null> => {
      const lookup = guardedLookup(this.resolver, allowPrivate);
      const request = (secure ? https : http).request(target, { method: 'POST', agent, lookup });
      return exchange(request, { secure, allowPrivate, timeoutMs, prepare });
    };
    const result = await send(this.agents[secure ? 1 : 0]);
    return result === 'stale' ? ((await send(false)) as PostResult | null) : result;
  }

  onApplicationShutdown(): void {
    for (const agent of this.agents) agent.destroy();
  }
}

interface Exchange {
  secure: boolean;
  allowPrivate: boolean;
  timeoutMs: number;
  prepare: Prepare;
}

function exchange(request: ClientRequest, { secure, allowPrivate, timeoutMs, prepare }: Exchange) {
  return new Promise<PostResult | 'stale' | null>((resolve) => {
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
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
      request.setHeader('Content-Length', Buffer.byteLength(body));
      request.end(body);
    };
    const onConnected = (socket: Socket): void => {
      if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? '')) return fail('dns_blocked');
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

/** Reads the first kilobyte of a body; answers with a function that gives what has come so far. */
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
