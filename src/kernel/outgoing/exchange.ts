import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockedAddress } from './guarded-lookup.js';
import { AnswerTooLarge, type DocumentError, OutgoingFailure } from './outgoing-failure.js';

const MAX_ANSWER_BYTES = 256 * 1024;

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Exchange {
  secure: boolean;
  allowed: (address: string) => boolean;
  body?: string;
  signal?: AbortSignal;
  timeoutMs: number;
  maxBytes?: number;
  /** Whether a redirect is an answer. It is never followed here. */
  answersRedirects?: boolean;
}

/** Sends the request when its connection stands; the answer, unless it is a redirect or too large. */
export function exchange(
  request: ClientRequest,
  { secure, allowed, body, signal, timeoutMs, maxBytes = MAX_ANSWER_BYTES, answersRedirects = false }: Exchange,
): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    let stage: 'connecting' | 'securing' | 'connected' = 'connecting';
    const onAbort = (): void => fail('timeout');
    const timer = setTimeout(onAbort, timeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      request.destroy();
    };
    const fail = (reason: DocumentError | AnswerTooLarge): void => {
      end();
      reject(reason instanceof AnswerTooLarge ? reason : new OutgoingFailure(reason));
    };
    const onConnected = (): void => {
      stage = 'connected';
      if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
      request.end(body);
    };
    signal?.addEventListener('abort', onAbort);
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        // Nothing has been sent so far.
        if (!allowed(socket.remoteAddress ?? '')) return fail('dns_blocked');
        stage = 'securing';
        if (!secure) onConnected();
      });
      if (secure) socket.once('secureConnect', onConnected);
    });
    request.on('error', (error) => {
      if (error instanceof BlockedAddress) return fail('dns_blocked');
      fail(stage === 'securing' ? 'tls_failed' : 'connect_failed');
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail('bad_document');
    });
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const isRedirect = status >= 300 && status < 400;
      if (status < 200 || (isRedirect && !answersRedirects) || status > 599) return fail('bad_document');
      readBody(response, maxBytes, (read) => {
        if (!Buffer.isBuffer(read)) return fail(read);
        end();
        resolve({ status, headers, body: read });
      });
    });
    if (signal?.aborted) onAbort();
  });
}

function readBody(
  response: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer | DocumentError | AnswerTooLarge) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) done(new AnswerTooLarge());
  });
  response.on('end', () => done(Buffer.concat(chunks)));
  response.on('error', () => done('connect_failed'));
}
