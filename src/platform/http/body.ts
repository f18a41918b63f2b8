import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { invalidRequest } from '../errors/service-error.js';

/** 10,000 characters stay below this even when each is written as a \u escape. */
const BODY_LIMIT_BYTES = 256 * 1024;

const parseJson = express.json({
  limit: BODY_LIMIT_BYTES,
  strict: false,
  verify: (_request, _response, bytes, encoding) => {
    // The decoder would put U+FFFD for what it can't read, and two secrets could become one.
    if (encoding === 'utf-8' && !isUtf8(bytes)) throw new Error('not UTF-8');
  },
});

/**
 * Reads the JSON body of a request; undefined where none was sent. It is called only once the caller is known, so
 * that nobody without a key makes the service parse anything.
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (!announcesBody(request)) return undefined;
  if (!request.is('application/json')) {
    if (await endsEmpty(request)) return undefined;
    throw invalidRequest('The body must be application/json.', 415);
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: Error) => (error === undefined ? resolve() : reject(asRefusal(error))));
  });
  // The parser passes over a request whose client is gone by now: what was sent must not count as nothing.
  if (request.body === undefined) throw invalidRequest('The body did not arrive.');
  return request.body as unknown;
}

function announcesBody(request: Request): boolean {
  return isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;
}

function isChunked(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined;
}

/** Chunks may come to nothing, which only the first of them tells: that is no body, and needs no type. */
async function endsEmpty(request: Request): Promise<boolean> {
  if (!isChunked(request)) return false;
  await new Promise<void>((resolve) => {
    for (const event of ['readable', 'end', 'close']) request.once(event, resolve);
  });
  const empty = request.read() === null && request.complete;
  // Nobody reads what else comes, and it must not stand between this request and the next one of the connection.
  request.resume();
  return empty;
}

function asRefusal(error: Error & { status?: number; type?: string }): Error {
  const { status, type } = error;
  if (status === 413) return invalidRequest('The body is larger than 256 kB.', 413);
  if (status === 415) return invalidRequest('The encoding of the body is not supported.', 415);
  if (status === 400 || type !== undefined) return invalidRequest('The body is not valid JSON.');
  return error;
}
