import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { invalidRequest, notFound, preconditionFailed, unavailable } from '#kernel/errors';
import { MissingFileError, type ByteRange } from '../store/file-store.js';

const UNANSWERED = 'The file store does not answer. Retry later.';
const OUTSIDE = 'The range is outside of the file.';

/** Sends a file, whose headers are set, or the range that is asked for; answers conditions by its ETag (RFC 9110). */
export async function sendContent(
  request: Request,
  response: Response,
  byteSize: number,
  read: (range?: ByteRange) => Promise<Readable>,
): Promise<void> {
  const tag = String(response.getHeader('ETag'));
  const { 'if-match': ifMatch, 'if-range': ifRange } = request.headers;
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(tag)) throw preconditionFailed();
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const range = ifRange === undefined || ifRange === tag ? rangeOf(request, byteSize) : undefined;
  if (range === 'outside') {
    response.setHeader('Content-Range', `bytes */${byteSize}`);
    throw invalidRequest(OUTSIDE, 416);
  }
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : byteSize);
  if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${byteSize}`);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const content = await read(range).catch((error: unknown) => {
    forgetHeaders(response);
    throw error instanceof MissingFileError ? notFound() : unavailable(UNANSWERED, error);
  });
  // A reader who leaves early is no failure; where the store fails in between, the connection ends early.
  await pipeline(content, response).catch(() => response.destroy());
}

/** Undefined for the whole file, as also for several ranges. A suffix that is longer than the file is the whole file. */
function rangeOf(request: Request, byteSize: number): ByteRange | 'outside' | undefined {
  const suffix = /^bytes=-(\d+)$/.exec(request.headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) >= byteSize) return { start: 0, end: byteSize - 1 };
  const ranges = request.range(byteSize, { combine: true });
  if (ranges === -1) return 'outside';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [{ start, end }] = ranges;
  return { start, end };
}

function forgetHeaders(response: Response): void {
  for (const name of ['Content-Length', 'Content-Range', 'Content-Disposition', 'ETag', 'Accept-Ranges']) {
    response.removeHeader(name);
  }
}
