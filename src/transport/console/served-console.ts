import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { ShownAddresses } from '#kernel/operations';
import { OnDemand } from '../documents/on-demand.js';
import { formsOfGzip, once, serveForms, type Forms } from '../documents/compressed.js';

/** The console as `npm run console` has built it, its files compressed by the build of the service. */
const BUILT = new URL('../../../service/console/', import.meta.url);

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The name of a built file has the hash of its content. */
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Serves the console: one page for each of its paths, and the files that the page loads. Without authentication. */
export function serveConsole(app: NestExpressApplication): void {
  const addresses = app.get(ShownAddresses, { strict: false });
  const page = once(() => readFileSync(new URL('index.html', BUILT), 'utf8'));
  const files = once(builtFiles);
  const onDemand = app.get(OnDemand, { strict: false });
  onDemand.add(page);
  onDemand.add(() => files().forEach(({ gzip }) => gzip()));
  const file = { type: ({ path }: { path: string }) => TYPES[extname(path)], headers: IMMUTABLE };
  serveForms(app, '/console/assets/:name', file, ({ params }) => files().get(String(params.name)));
  const express: Express = app.getHttpAdapter().getInstance();
  express.get('/console{/*path}', (request, response, next) => {
    if (request.path.startsWith('/console/assets/')) {
      next();
      return;
    }
    const nonce = randomBytes(16).toString('base64url');
    const csp = policy(nonce, [...addresses.origins]);
    response.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': csp });
    response.send(page().replaceAll('__NONCE__', nonce));
  });
}

/** Nothing but this service, a store of its files, and videos, audio and pictures, wherever they are. Style elements carry the nonce. */
function policy(nonce: string, origins: readonly string[]): string {
  const others = origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' https:${others}`,
    `media-src 'self' https:${others}`,
    `connect-src 'self'${others}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function builtFiles(): Map<string, Forms> {
  const folder = new URL('assets/', BUILT);
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.gz$/, ''),
      formsOfGzip(() => readFileSync(new URL(name, folder))),
    ]),
  );
}
