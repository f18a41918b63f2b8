import type { NextFunction, Request, Response } from 'express';
import { isDecodable } from '../fields/percent-encoding.js';

/**
 * Makes a path that can't be decoded one that can: what stands for no text is then an id like any malformed one, and
 * meets the same guards, in the same order, on its way to 404.
 */
export function makeReadable(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.includes('%')) return next();
  const [path] = request.url.split('?', 1);
  const readable = path.split('/').map((part) => (isDecodable(part) ? part : encodeURIComponent(part)));
  request.url = readable.join('/') + request.url.slice(path.length);
  next();
}
