import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';
import { formsOfGzip, formsOfText, once, serveForms, type Forms } from '../documents/compressed.js';
import { OnDemand } from '../documents/on-demand.js';
import { REFERENCE_SCRIPT, referencePage } from './reference-page.js';

/** Scalar's bundle, as the build has compressed it. */
const SCALAR = new URL('../../../service/scalar.js.gz', import.meta.url);

/** The OpenAPI document as JSON and YAML, and the page of the reference; all served without authentication. */
@Injectable()
export class ServedDocument {
  private readonly texts: Forms[] = [];

  serve(app: NestExpressApplication, build: () => OpenAPIObject): void {
    const document = once(build);
    this.serveText(app, '/openapi.json', 'application/json', () => JSON.stringify(document()));
    this.serveText(app, '/openapi.yaml', 'text/yaml', () => dump(document(), { noRefs: true }));
    this.serveText(app, '/docs/reference.js', 'text/javascript', () => REFERENCE_SCRIPT);
    const scalar = formsOfGzip(() => readFileSync(SCALAR));
    app.get(OnDemand, { strict: false }).add(() => scalar.gzip());
    serveForms(app, '/docs/scalar.js', { type: 'text/javascript' }, () => scalar);
    const [page, pageWithSlash] = [this.formsOf(() => referencePage('docs/')), this.formsOf(() => referencePage(''))];
    serveForms(app, '/docs', { type: 'text/html' }, ({ path }) => (path.endsWith('/') ? pageWithSlash : page));
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
    serveForms(app, path, { type }, () => forms);
  }

  private formsOf(make: () => string): Forms {
    const forms = formsOfText(make);
    this.texts.push(forms);
    return forms;
  }
}
