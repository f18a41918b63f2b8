import type { NextFunction, Request, Response } from 'express';
import { fail, incomingSpan } from '#kernel/tracing';
import { API_PREFIX } from '../request/paths.js';
import { isProbe } from './request-log.middleware.js';

/**
 * Makes a span of each request, other than probes, if the operator has registered an SDK. It has neither query nor headers,
 * and of the path the template only.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  const { method } = request;
  if (isProbe(request)) return next();
  const attributes = { 'http.request.method': method, 'url.scheme': request.protocol };
  const incoming = incomingSpan({ name: method, attributes }, request.headers);
  if (!incoming) return next();
  const { span, within } = incoming;
  request.traceId = span.spanContext().traceId;
  response.once('close', () => {
    const { operation, caller } = request as Partial<Request>;
    const route = operation ? `/${API_PREFIX}${operation.path}` : routeOf(request);
    if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (operation) span.setAttribute('delivery.operation', operation.name);
    if (caller) span.setAttribute('delivery.organization_id', caller.organizationId);
    if (response.writableFinished) span.setAttribute('http.response.status_code', response.statusCode);
    if (!response.writableFinished) fail(span, 'aborted');
    else if (response.statusCode >= 500) fail(span, String(response.statusCode));
    span.end();
  });
  within(next);
}

/** The template of a route that is no operation, such as /mcp. */
function routeOf(request: Request): string | undefined {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : undefined;
}
