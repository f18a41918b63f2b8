import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { invalidRequest } from '#kernel/errors';
import { isOversized, MAX_VALUES } from './body-size.js';

/** Enough for 10,000 characters, each written as a \u escape. An operation may raise it. */
const BODY_LIMIT_BYTES = 256 * 1024;

const OTHER_CHARSET = 'charset.unsupported';
const OVERSIZED = 'values.too.many';

type Parser = ReturnType<typeof express.json>;

/** The limits of a body. */
interface BodyLimits {
  bytes: number;
  values: number;
}

const parsers = new Map<string, Parser>();

/** The parser of bodies within limits, of which there are few. */
function parserWithin(limits: BodyLimits): Parser {
  const name = `${limits.bytes} ${limits.values}`;
  let parser = parsers.get(name);
  if (!parser) parsers.set(name, (parser = parserOf(limits)));
  return parser;
}

const parserOf = ({ bytes: limit, values }: BodyLimits): Parser =>
  express.json({
    limit,
    strict: false,
    verify: (_request, _response, bytes, encoding) => {
      // The parser also decodes UTF-16 and UTF-32, and replaces what is invalid in them.
      if (encoding !== 'utf-8') throw Object.assign(new Error('not UTF-8'), { type: OTHER_CHARSET });
      // The decoder would replace invalid bytes with U+FFFD, so that two different secrets could become equal.
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
      if (isOversized(bytes, values)) throw Object.assign(new Error('too many values'), { type: OVERSIZED });
    },
  });

/** Reads the JSON body; undefined without one. Called after authentication: nothing is parsed for other clients. */
export async function readJsonBody(
  request: Request,
  response: Response,
  { bytes = BODY_LIMIT_BYTES, values = MAX_VALUES }: Partial<BodyLimits> = {},
): Promise<unknown> {
  if (!announcesBody(request)) return undefined;
  if (!request.is('application/json')) {
    if (await endsEmpty(request)) return undefined;
    throw invalidRequest('The body must be application/json.', 415);
  }
  await new Promise<void>((resolve, reject) => {
    parserWithin({ bytes, values })(request, response, (error?: Error) =>
      error === undefined ? resolve() : reject(asRefusal(error)),
    );
  });
  // The parser skips a request whose client has disconnected: it must not count as one without a body.
  if (request.body === undefined) throw invalidRequest('The body was not received completely.');
  return request.body as unknown;
}

function announcesBody(request: Request): boolean {
  return isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;
}

function isChunked(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined;
}

/** A chunked body may turn out to be empty; it then needs no Content-Type. */
async function endsEmpty(request: Request): Promise<boolean> {
  if (!isChunked(request)) return false;
  await new Promise<void>((resolve) => {
    for (const event of ['readable', 'end', 'close']) request.once(event, resolve);
  });
  const empty = request.read() === null && request.complete;
  // Discard the rest, so that the next request on the connection can be read.
  request.resume();
  return empty;
}

function asRefusal(error: Error & { status?: number; type?: string; limit?: number }): Error {
  const { status, type, limit = BODY_LIMIT_BYTES } = error;
  if (status === 413) return invalidRequest(`The body is larger than ${limit / 1024} kB.`, 413);
  if (type === OVERSIZED) return invalidRequest('The body is nested too deeply or has too many values.');
  if (type === OTHER_CHARSET) return invalidRequest('The charset of the body must be UTF-8.', 415);
  if (status === 415) return invalidRequest('The encoding of the body is not supported.', 415);
  if (status === 400 || type !== undefined) return invalidRequest('The body is not valid JSON.');
  return error;
}
