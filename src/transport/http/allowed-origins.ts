import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { forbidden } from '#kernel/errors';
import { headerValues } from './request/header-values.js';
import { AGENT_PATHS, API_PREFIX, OF_AGENTS, SIGN_IN_PATH } from './request/paths.js';

const OF_API = new RegExp(`^/${API_PREFIX}/`);
const OF_SIGN_IN = new RegExp(`^/${SIGN_IN_PATH}/`);
const OF_SIGNED = /^\/(uploads|content|intake|buy|oauth\/calendar|hooks\/calendar)\//;
const KEYS = ['X-Api-Key', 'Authorization'];
const LIMITS = ['Retry-After', 'RateLimit', 'RateLimit-Policy'];

/** The headers that a web page may send to agents and read from responses. Sessions and streams do not exist. */
const SHARED_BY_AGENTS = {
  methods: ['POST'],
  allowedHeaders: ['Content-Type', ...KEYS, 'X-Correlation-Id', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  exposedHeaders: ['X-Correlation-Id', ...LIMITS],
  maxAge: 600,
};

/** The same of the REST API. */
const SHARED_BY_API = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['Content-Type', ...KEYS, 'Idempotency-Key', 'If-Match', 'X-Correlation-Id', 'Prefer', 'Consistency-Token'],
  ],
  exposedHeaders: [
    ...['X-Correlation-Id', 'Idempotent-Replayed', 'Idempotency-Body-Mismatch', 'Preference-Applied'],
    ...['Consistency-Token', 'ETag', ...LIMITS],
  ],
  maxAge: 600,
};

/** The same of sign-in, which takes no key. */
const SHARED_BY_SIGN_IN = {
  methods: ['POST'],
  allowedHeaders: ['Content-Type', 'X-Correlation-Id'],
  exposedHeaders: ['X-Correlation-Id', 'Retry-After'],
  maxAge: 600,
};

/** The same of signed URLs, which give what they give to whoever has them, from any page. */
const SHARED_BY_SIGNED = {
  methods: ['GET', 'HEAD', 'PUT', 'POST'],
  allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Range', 'If-None-Match', 'If-Range', 'X-Correlation-Id'],
  exposedHeaders: ['X-Correlation-Id', 'Retry-After', 'Content-Range', 'Accept-Ranges', 'ETag'],
  maxAge: 600,
};

/** Origins of web pages; none by default. */
interface AllowedOrigins {
  ofAgents: string[];
  ofApi: string[];
  ofSignIn: string[];
}

/** Opens the MCP endpoint, the REST API and sign-in to the web pages of these origins, and to no other pages. */
export function allowOrigins(app: NestExpressApplication, { ofAgents, ofApi, ofSignIn }: AllowedOrigins): void {
  app.use(
    AGENT_PATHS.map((path) => `/${path}`),
    refuseOtherOrigins(ofAgents),
  );
  app.enableCors(({ url, headers }: Request, done) => {
    if (headers.origin === undefined) return done(null, { origin: false });
    if (OF_AGENTS.test(url)) return done(null, { ...SHARED_BY_AGENTS, origin: ofAgents });
    if (OF_SIGNED.test(url)) return done(null, { ...SHARED_BY_SIGNED, origin: '*' });
    if (OF_SIGN_IN.test(url)) return done(null, { ...SHARED_BY_SIGN_IN, origin: ofSignIn.length > 0 && ofSignIn });
    const isOpen = ofApi.length > 0 && OF_API.test(url);
    done(null, isOpen ? { ...SHARED_BY_API, origin: ofApi } : { origin: false });
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
