import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export interface CorrelatedRequest extends Request {
  correlationId: string;
}

export function isCorrelationId(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,128}$/.test(value) && value.trim() !== '';
}

/** Gives every request its correlation id: the one sent, when it is 1 to 128 printable ASCII characters, or a new one. */
export function correlate(request: Request, response: Response, next: NextFunction): void {
  const sent = request.headersDistinct['x-correlation-id'] ?? [];
  const correlationId = sent.length === 1 && isCorrelationId(sent[0]) ? sent[0] : randomUUID();
  (request as CorrelatedRequest).correlationId = correlationId;
  response.setHeader('X-Correlation-Id', correlationId);
  next();
}
