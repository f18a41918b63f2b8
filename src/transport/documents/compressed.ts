import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request } from 'express';

interface Form {
  bytes: Buffer;
  tag: string;
}

/** A document as it is and compressed; each form is made when it is first asked for. */
export type Forms = Record<'identity' | 'gzip', () => Form>;

/** The forms of a text, which is made, compressed and hashed once. */
export function formsOfText(make: () => string): Forms {
  const bytes = once(() => Buffer.from(make()));
  return {
    identity: once(() => tagged(bytes())),
    gzip: once(() => tagged(gzipSync(bytes(), { level: 9 }))),
  };
}

/** The forms of what the build has compressed. */
export function formsOfGzip(read: () => Buffer): Forms {
  const bytes = once(read);
  return { gzip: once(() => tagged(bytes())), identity: once(() => tagged(gunzipSync(bytes()))) };
}

/** Serves a document in the form that the client accepts; `formsFor` may return nothing for an unknown path. */
export function serveForms(
  app: NestExpressApplication,
  path: string,
  { type, headers = {} }: { type: string | ((request: Request) => string); headers?: Record<string, string> },
  formsFor: (request: Request) => Forms | undefined,
): void {
  const express: Express = app.getHttpAdapter().getInstance();
  express.get(path, (request, response, next) => {
    const forms = formsFor(request);
    if (!forms) {
      next();
      return;
    }
    const encoding = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
    const { bytes, tag } = forms[encoding]();
    const contentType = typeof type === 'string' ? type : type(request);
    response.set({ ...headers, 'Content-Type': contentType, ETag: tag, Vary: 'Accept-Encoding' });
    if (encoding === 'gzip') response.set('Content-Encoding', encoding);
    // Express responds 304 if the ETag matches.
    response.send(bytes);
  });
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function tagged(bytes: Buffer): Form {
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
