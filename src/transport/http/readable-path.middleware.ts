import type { NextFunction, Request, Response } from 'express';
import { isDecodable } from '#kernel/fields';

/** Escapes path segments that cannot be decoded, so that they pass the same guards as any malformed id on the way to 404. */
export function makeDecodable(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.includes('%')) return next();
  const [path] = request.url.split('?', 1);
  const readable = path.split('/').map((part) => (isDecodable(part) ? part : encodeURIComponent(part)));
  request.url = readable.join('/') + request.url.slice(path.length);
  next();
}
