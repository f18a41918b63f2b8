import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Clock } from '#kernel/clock';
import { validated } from '#kernel/fields';
import { AT_DOOR, type AtDoor, type ReadAtDoor, SIGNED_URL, type SignedUrlLimits } from '#kernel/operations';
import { readJsonBody } from './body/body.js';
import { RateLimits } from './limits/rate-limits.js';

const BODY_LIMIT_BYTES = 64 * 1024;

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
    if (body) offerBody(request, () => this.read(request, response, body));
    const answer = (): Promise<unknown> => firstValueFrom<unknown>(next.handle());
    return from(this.limits.atSignedUrl(ip, answer, limits.perMinute));
  }

  private async read(request: Request, response: Response, body: Type): Promise<AtDoor<unknown>> {
    const sent = (await readJsonBody(request, response, { bytes: BODY_LIMIT_BYTES })) ?? {};
    const { correlationId } = request;
    return { body: validated(body as never, sent), correlationId, now: this.clock.now() };
  }
}

function offerBody(request: Request, read: ReadAtDoor<unknown>): void {
  (request as unknown as Record<symbol, unknown>)[AT_DOOR] = read;
}
