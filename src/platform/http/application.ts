import { readFileSync } from 'node:fs';
import type { INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { Settings } from '../config/settings.js';
import { Metrics } from '../metrics/metrics.js';
import { buildDocument } from '../openapi/document.js';
import { ConnectionQueue } from '../persistence/connection-queue.js';
import { admitWithinCapacity } from './admission.js';
import { correlate } from './correlation.middleware.js';
import { ExpressServerAdapter } from './express-adapter.js';
import { refuseFailed, refuseHostless, refuseUnknown } from './error.filter.js';
import { harden } from './hardening.js';
import { groupRoutes } from './route-groups.js';
import { protect } from './protective-headers.js';
import { makeReadable } from './readable-path.middleware.js';
import { logRequests } from './request-log.middleware.js';

const API_PREFIX = 'api/v1';

/** Where agents call: they expect /mcp, and the version prefix answers too. */
export const AGENT_PATHS = ['mcp', `${API_PREFIX}/mcp`];

/** Makes the HTTP application of the given root module, ready to listen. */
export async function createApplication(
  module: Parameters<typeof NestFactory.create>[0],
  logger: Logger,
  nestLogger: LoggerService | false,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module as never, new ExpressServerAdapter(), {
    // Bodies are read behind the guards: see body.ts.
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(correlate, logRequests(logger), protect, refuseHostless, makeReadable);
  // A worker answers those who watch it, and serves no operation.
  if (app.get(Settings, { strict: false }).ROLE === 'worker') app.use([`/${API_PREFIX}`, '/mcp'], refuseUnknown);
  setPrefix(app);
  serveDocument(app);
  await app.init();
  groupRoutes(app, API_PREFIX);
  app.use(refuseUnknown, refuseFailed);
  harden(app.getHttpServer());
  limitLoad(app, logger);
  return app;
}

/** Everything is below the version prefix, but for what watches the process and the agents' door, which gives both paths. */
export function setPrefix(app: INestApplication): void {
  app.setGlobalPrefix(API_PREFIX, { exclude: ['health/live', 'health/ready', 'metrics', ...AGENT_PATHS] });
}

/** The version in package.json, which is the API document's. */
export function serviceVersion(): string {
  const manifest = new URL('../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

function serveDocument(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app, serviceVersion()), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Delivery Service API',
  });
}

function limitLoad(app: NestExpressApplication, logger: Logger): void {
  const { OVERLOAD_WAIT_MS: maxWaitMs } = app.get(Settings, { strict: false });
  const [queue, metrics] = [app.get(ConnectionQueue, { strict: false }), app.get(Metrics, { strict: false })];
  admitWithinCapacity(app.getHttpServer(), { maxWaitMs, queue, metrics, logger });
}
