import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Clock } from '#kernel/clock';
import { SIGNED_URL, type SignedUrlLimits } from '#kernel/operations';
import { offerAtDoor, readAtDoor } from './body/door-body.js';
import { RateLimits } from './limits/rate-limits.js';

/** Counts requests at signed URLs, and those that give no access more strictly. */
@Injectable()
export class SignedUrlInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const limits = this.reflector.get<SignedUrlLimits | undefined>(SIGNED_URL, context.getHandler());
    if (!limits) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    response.set({ 'Cache-Control': 'private', 'X-Robots-Tag': 'noindex' });
    const { ip } = request;
    const { body } = limits;
    if (body) offerAtDoor(request, () => readAtDoor(request, response, { body, now: this.clock.now() }));
    const answer = (): Promise<unknown> => firstValueFrom<unknown>(next.handle());
    return from(this.limits.atSignedUrl(ip, answer, limits.perMinute));
  }
}
