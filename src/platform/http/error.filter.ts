import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { invalidRequest, notFound } from '../errors/service-error.js';
import type { CorrelatedRequest } from './correlation.middleware.js';
import { failure } from './envelope.js';
import { refusalOf } from './refusal.js';

/** Answers whatever was thrown with the failure envelope. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    refuse(thrown, host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>());
  }
}

/** Answers a request that no route took, below the version prefix or anywhere else. */
export function refuseUnknown(request: Request, response: Response): void {
  refuse(notFound(), request, response);
}

/** HTTP/1.1 asks for a Host header in every request. */
export function refuseHostless(request: Request, response: Response, next: NextFunction): void {
  if (request.httpVersion !== '1.1' || request.headers.host !== undefined) return next();
  refuse(invalidRequest('The Host header is required.'), request, response);
}

/** Answers what went wrong before a route was found. Express knows it by its four parameters. */
export function refuseFailed(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
  refuse(thrown, request, response);
}

function refuse(thrown: unknown, request: Request, response: Response): void {
  const { correlationId } = request as CorrelatedRequest;
  const error = refusalOf(thrown, correlationId);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfterSeconds } = error.options;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.status(error.status).json(failure(error, correlationId));
}
