import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { originsOf, RoleSettings } from '#kernel/settings';
import { Metrics } from '#kernel/metrics';
import { Authenticator, SignInSettings, UsageCounts } from '#kernel/authentication';
import { ConnectionQueue } from '#kernel/persistence';
import { ExpressServerAdapter } from './internals/express-adapter.js';
import { serveConsole } from './console/served-console.js';
import { serveFrontPage } from './documents/front-page.js';
import { AgentsSettings } from './mcp/agents.settings.js';
import { serveDocument } from './openapi/served-document.js';
import { admitWithinCapacity } from './http/connections/admission.js';
import { allowOrigins } from './http/allowed-origins.js';
import { keepOutOfCaches } from './http/envelope/cache-headers.js';
import { limitConnections } from './http/connections/connection-limit.js';
import { correlate } from './http/request/correlation.middleware.js';
import { checkHost, refuseFailed, refuseUnknown } from './http/envelope/error.filter.js';
import { harden } from './http/connections/hardening.js';
import { AGENT_PATHS, API_PREFIX, DOCUMENT_PATHS, SIGN_IN_PATH } from './http/request/paths.js';
import { HttpSettings } from './http/http.settings.js';
import { protect } from './http/envelope/protective-headers.js';
import { makeDecodable } from './http/readable-path.middleware.js';
import { RefusalPace } from './http/limits/refusal-pace.js';
import { RequestDurations } from './http/observation/request-durations.js';
import { watchRequests } from './http/observation/request-log.middleware.js';
import { traceRequests } from './http/observation/tracing.middleware.js';
import { trustedProxies } from './http/request/trusted-proxies.js';

/** Creates and initializes the HTTP application of a root module. */
export async function createApplication(
  module: Parameters<typeof NestFactory.create>[0],
  logger: Logger,
  nestLogger: LoggerService | false,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module as never, new ExpressServerAdapter(), {
    // Bodies are read after the guards: see body.ts.
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const { CORS_ORIGINS, MAX_CONNECTIONS, OVERLOAD_WAIT_MS, TRUST_PROXY } = app.get(HttpSettings, { strict: false });
  if (TRUST_PROXY !== undefined) app.set('trust proxy', trustedProxies(TRUST_PROXY));
  app.use(
    correlate,
    traceRequests,
    watchRequests(logger, app.get(RequestDurations, { strict: false }), app.get(UsageCounts, { strict: false })),
    protect,
    keepOutOfCaches,
    checkHost,
    makeDecodable,
  );
  // A worker serves health checks and metrics only.
  const { ROLE } = app.get(RoleSettings, { strict: false });
  if (ROLE === 'worker') {
    const served = [API_PREFIX, 'mcp', 'console', SIGN_IN_PATH, ...DOCUMENT_PATHS].map((path) => `/${path}`);
    app.use(served, refuseUnknown);
  }
  const { MCP_ALLOWED_ORIGINS } = app.get(AgentsSettings, { strict: false });
  const { SIGN_IN_ORIGINS } = app.get(SignInSettings, { strict: false });
  allowOrigins(app, {
    ofAgents: originsOf(MCP_ALLOWED_ORIGINS),
    ofApi: originsOf(CORS_ORIGINS),
    ofSignIn: originsOf(SIGN_IN_ORIGINS),
  });
  const documents = DOCUMENT_PATHS.map((path) => `${path}/*document`);
  app.setGlobalPrefix(API_PREFIX, {
    exclude: [
      'health/live',
      'health/ready',
      'metrics',
      `${SIGN_IN_PATH}/*door`,
      'demo/people',
      ...AGENT_PATHS,
      ...documents,
    ],
  });
  serveDocument(app);
  serveConsole(app);
  if (ROLE !== 'worker') serveFrontPage(app);
  await app.init();
  app.use(refuseUnknown, refuseFailed);
  harden(app.getHttpServer());
  const metrics = app.get(Metrics, { strict: false });
  admitWithinCapacity(app.getHttpServer(), {
    maxWaitMs: OVERLOAD_WAIT_MS,
    queue: app.get(ConnectionQueue, { strict: false }),
    authenticator: app.get(Authenticator, { strict: false }),
    metrics,
    pace: app.get(RefusalPace, { strict: false }),
  });
  limitConnections(app.getHttpServer(), { max: MAX_CONNECTIONS, metrics });
  return app;
}
