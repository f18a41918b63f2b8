import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { dump } from 'js-yaml';

/** The document is next to the page's folder, whatever path leads there and whether the page's URL ends with a slash. */
const INIT_SCRIPT = `const url = new URL('../openapi.json', document.currentScript.src).href;
window.onload = () => {
  window.ui = SwaggerUIBundle({
    url,
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: 'StandaloneLayout',
  });
};
`;

interface Form {
  bytes: Buffer;
  tag: string;
}

/** The OpenAPI document as JSON and YAML, and Swagger UI; all served without authentication. */
@Injectable()
export class ServedDocument {
  private readonly texts: (() => unknown)[] = [];

  serve(app: NestExpressApplication, build: () => OpenAPIObject): void {
    const document = once(build);
    this.serveText(app, '/openapi.json', 'application/json', () => JSON.stringify(document()));
    this.serveText(app, '/openapi.yaml', 'text/yaml', () => dump(document(), { noRefs: true }));
    // Replaces the script of @nestjs/swagger, which embeds the document or an absolute path.
    this.serveText(app, '/docs/swagger-ui-init.js', 'text/javascript', () => INIT_SCRIPT);
    SwaggerModule.setup('docs', app, () => undefined as never, {
      raw: false,
      customSiteTitle: 'Delivery Service API',
    });
  }

  /** Makes every text, so that no request waits for it: about 0.2 s. Without it, the first request of each does. */
  prepare(): void {
    for (const make of this.texts) make();
  }

  /** Serves a text that is generated, compressed and hashed once. */
  private serveText(app: NestExpressApplication, path: string, type: string, make: () => string): void {
    const forms = once((): Record<'identity' | 'gzip', Form> => {
      const bytes = Buffer.from(make());
      return { identity: tagged(bytes), gzip: tagged(gzipSync(bytes, { level: 9 })) };
    });
    this.texts.push(forms);
    const express: Express = app.getHttpAdapter().getInstance();
    express.get(path, (request, response) => {
      const encoding = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
      const { bytes, tag } = forms()[encoding];
      response.set({ 'Content-Type': type, ETag: tag, Vary: 'Accept-Encoding' });
      if (encoding === 'gzip') response.set('Content-Encoding', encoding);
      // Express responds 304 if the ETag matches.
      response.send(bytes);
    });
  }
}

function tagged(bytes: Buffer): Form {
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
