import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { SIGNED_URL } from '#kernel/operations';
import { RateLimits } from './limits/rate-limits.js';

/** Counts requests at signed URLs, and those that give no access more strictly. */
@Injectable()
export class SignedUrlInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<string | undefined>(SIGNED_URL, context.getHandler()) === undefined) return next.handle();
    const http = context.switchToHttp();
    http.getResponse<Response>().set({ 'Cache-Control': 'private', 'X-Robots-Tag': 'noindex' });
    const { ip } = http.getRequest<Request>();
    return from(this.limits.atSignedUrl(ip, () => firstValueFrom<unknown>(next.handle())));
  }
}
