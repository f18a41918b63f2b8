import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { headerValues } from './header-values.js';

const HEADER = 'x-correlation-id';

export function isCorrelationId(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,128}$/.test(value) && value.trim() !== '';
}

/** The id that was sent if it is valid, or a new one. */
export function correlationIdOf(request: IncomingMessage): string {
  const sent = headerValues(request, HEADER);
  return sent.length === 1 && isCorrelationId(sent[0]) ? sent[0] : randomUUID();
}

export function correlate(request: Request, response: Response, next: NextFunction): void {
  request.correlationId = correlationIdOf(request);
  response.setHeader('X-Correlation-Id', request.correlationId);
  next();
}
