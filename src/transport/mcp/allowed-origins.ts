import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { forbidden } from '#kernel/errors/service-error.js';
import { headerValues } from '../http/header-values.js';
import { AGENT_PATHS, OF_AGENTS } from '../http/paths.js';

/** What a web page may send and read besides what every page may. Sessions and streams, with their headers, do not exist. */
const SHARED = {
  methods: ['POST'],
  allowedHeaders: ['Content-Type', 'X-Api-Key', 'X-Correlation-Id', 'Mcp-Protocol-Version'],
  exposedHeaders: ['X-Correlation-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  maxAge: 600,
};

/** Opens the MCP endpoint to the web pages of these origins, and to no other pages. */
export function allowOrigins(app: NestExpressApplication, origins: string[]): void {
  app.use(
    AGENT_PATHS.map((path) => `/${path}`),
    refuseOtherOrigins(origins),
  );
  app.enableCors(({ url, headers }: Request, done) => {
    const isOfPage = OF_AGENTS.test(url) && headers.origin !== undefined;
    done(null, isOfPage ? { ...SHARED, origin: origins } : { origin: false });
  });
}

/**
 * Refuses web pages of other origins. A page that reaches the service under a rebound name has the same Host and Origin,
 * so that only a configured list tells the two apart.
 */
function refuseOtherOrigins(origins: readonly string[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const allowed = headerValues(request, 'origin').every((origin) => origins.includes(origin));
    next(allowed ? undefined : forbidden('Requests of this Origin are not allowed.'));
  };
}
