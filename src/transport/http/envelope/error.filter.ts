import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { invalidRequest, notFound } from '#kernel/errors';
import { failure } from './envelope.js';
import { headerValues } from '../request/header-values.js';
import { refusalOf } from './refusal.js';

/** Responds to every exception with the failure envelope. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    refuse(thrown, host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>());
  }
}

/** Responds to a request that matches no route. */
export function refuseUnknown(request: Request, response: Response): void {
  refuse(notFound(), request, response);
}

/** HTTP/1.1 requires one Host header. With two, a proxy and the service may each read another. */
export function checkHost(request: Request, response: Response, next: NextFunction): void {
  const hosts = headerValues(request, 'host').length;
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== '1.1')) return next();
  refuse(
    invalidRequest(hosts === 0 ? 'The Host header is required.' : 'Only one Host header is allowed.'),
    request,
    response,
  );
}

/** Responds to an error before a route was found. Express recognizes an error handler by its four parameters. */
export function refuseFailed(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
  refuse(thrown, request, response);
}

function refuse(thrown: unknown, request: Request, response: Response): void {
  const { correlationId } = request;
  const error = refusalOf(thrown, correlationId);
  if (response.headersSent) return void response.destroy();
  const { retryAfterSeconds, challenge } = error.options;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
  // Whoever failed may have set another type.
  response.status(error.status).type('json').json(failure(error, correlationId));
}
