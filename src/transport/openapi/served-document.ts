import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express, Request } from 'express';
import { dump } from 'js-yaml';
import { REFERENCE_SCRIPT, referencePage } from './reference-page.js';

/** Scalar's bundle, as the build has compressed it. */
const SCALAR = new URL('../../../service/scalar.js.gz', import.meta.url);

interface Form {
  bytes: Buffer;
  tag: string;
}
type Forms = Record<'identity' | 'gzip', () => Form>;

/** The OpenAPI document as JSON and YAML, and the page of the reference; all served without authentication. */
@Injectable()
export class ServedDocument {
  private readonly texts: Forms[] = [];

  serve(app: NestExpressApplication, build: () => OpenAPIObject): void {
    const document = once(build);
    this.serveText(app, '/openapi.json', 'application/json', () => JSON.stringify(document()));
    this.serveText(app, '/openapi.yaml', 'text/yaml', () => dump(document(), { noRefs: true }));
    this.serveText(app, '/docs/reference.js', 'text/javascript', () => REFERENCE_SCRIPT);
    const script = once(() => readFileSync(SCALAR));
    const scalar = { gzip: once(() => tagged(script())), identity: once(() => tagged(gunzipSync(script()))) };
    serveForms(app, '/docs/scalar.js', 'text/javascript', () => scalar);
    const [page, pageWithSlash] = [this.formsOf(() => referencePage('docs/')), this.formsOf(() => referencePage(''))];
    serveForms(app, '/docs', 'text/html', ({ path }) => (path.endsWith('/') ? pageWithSlash : page));
  }

  /** Makes every text, so that no request waits for it: about 0.2 s. Without it, the first request of each does. */
  prepare(): void {
    for (const { identity, gzip } of this.texts) {
      identity();
      gzip();
    }
  }

  private serveText(app: NestExpressApplication, path: string, type: string, make: () => string): void {
    const forms = this.formsOf(make);
    serveForms(app, path, type, () => forms);
  }

  /** A text that is generated, compressed and hashed once. */
  private formsOf(make: () => string): Forms {
    const bytes = once(() => Buffer.from(make()));
    const forms = {
      identity: once(() => tagged(bytes())),
      gzip: once(() => tagged(gzipSync(bytes(), { level: 9 }))),
    };
    this.texts.push(forms);
    return forms;
  }
}

function serveForms(
  app: NestExpressApplication,
  path: string,
  type: string,
  formsFor: (request: Request) => Forms,
): void {
  const express: Express = app.getHttpAdapter().getInstance();
  express.get(path, (request, response) => {
    const encoding = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
    const { bytes, tag } = formsFor(request)[encoding]();
    response.set({ 'Content-Type': type, ETag: tag, Vary: 'Accept-Encoding' });
    if (encoding === 'gzip') response.set('Content-Encoding', encoding);
    // Express responds 304 if the ETag matches.
    response.send(bytes);
  });
}

function tagged(bytes: Buffer): Form {
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
