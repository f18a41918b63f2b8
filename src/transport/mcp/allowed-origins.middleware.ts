import type { NextFunction, Request, Response } from 'express';
import { forbidden } from '#kernel/errors/service-error.js';
import { headerValues } from '../http/header-values.js';

/**
 * Refuses web pages of other origins. A page that reaches the service under a rebound name has the same Host and Origin,
 * so that only a configured list tells the two apart.
 */
export function allowOrigins(origins: readonly string[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const allowed = headerValues(request, 'origin').every((origin) => origins.includes(origin));
    next(allowed ? undefined : forbidden('Requests of this Origin are not allowed.'));
  };
}
