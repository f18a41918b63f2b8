import { readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { formsOfGzip, formsOfText, serveForms } from '../documents/compressed.js';
import { OnDemand } from '../documents/on-demand.js';
import { REFERENCE_SCRIPT, referencePage } from './reference-page.js';

/** The document and the bundle of Scalar, compressed by the build. */
const BUILT: Record<string, { type: string; file: string }> = {
  '/openapi.json': { type: 'application/json', file: 'openapi.json.gz' },
  '/openapi.yaml': { type: 'text/yaml', file: 'openapi.yaml.gz' },
  '/docs/scalar.js': { type: 'text/javascript', file: 'scalar.js.gz' },
};

/** Serves the OpenAPI document as JSON and YAML, and the page of the reference; all without authentication. */
export function serveDocument(app: NestExpressApplication): void {
  const onDemand = app.get(OnDemand, { strict: false });
  for (const [path, { type, file }] of Object.entries(BUILT)) {
    const forms = formsOfGzip(() => readFileSync(new URL(`../../../service/${file}`, import.meta.url)));
    onDemand.add(() => forms.gzip());
    serveForms(app, path, { type }, () => forms);
  }
  const script = formsOfText(() => REFERENCE_SCRIPT);
  serveForms(app, '/docs/reference.js', { type: 'text/javascript' }, () => script);
  const [page, pageWithSlash] = (['docs/', ''] as const).map((base) => formsOfText(() => referencePage(base)));
  serveForms(app, '/docs', { type: 'text/html' }, ({ path }) => (path.endsWith('/') ? pageWithSlash : page));
}
