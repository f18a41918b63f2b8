import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { notFound, ServiceError, unauthorized } from '#kernel/errors';
import { CAPABILITY_URL } from '#kernel/operations';
import { RateLimits } from './limits/rate-limits.js';

/** Counts tokens of capability URLs that give no access as failed authentication; their 404 is that of an unknown path. */
@Injectable()
export class CapabilityInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<string | undefined>(CAPABILITY_URL, context.getHandler()) === undefined)
      return next.handle();
    const http = context.switchToHttp();
    return from(this.answer(http.getRequest<Request>(), http.getResponse<Response>(), next));
  }

  private async answer(request: Request, response: Response, next: CallHandler): Promise<unknown> {
    response.set({ 'Cache-Control': 'private', 'X-Robots-Tag': 'noindex' });
    const read = (): Promise<unknown> => firstValueFrom<unknown>(next.handle()).catch(unauthorizedIfNotFound);
    try {
      return await this.limits.lookUp(request.ip, String(request.params.token), read);
    } catch (error) {
      throw isServiceError(error, 'unauthorized') ? notFound() : error;
    }
  }
}

function unauthorizedIfNotFound(error: unknown): never {
  throw isServiceError(error, 'not_found') ? unauthorized() : error;
}

function isServiceError(error: unknown, code: string): boolean {
  return error instanceof ServiceError && error.code === code;
}
