import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Clock } from '#kernel/clock';
import { ServiceError, signInFailed } from '#kernel/errors';
import { DOOR, type DoorDeclaration } from '#kernel/operations';
import { offerAtDoor, readAtDoor } from './body/door-body.js';
import { success, type SuccessEnvelope } from './envelope/envelope.js';
import { RateLimits } from './limits/rate-limits.js';

/** Counts and validates requests at doors, and answers every refusal of their handlers with the same 401. */
@Injectable()
export class DoorInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const door = this.reflector.get<DoorDeclaration | undefined>(DOOR, context.getHandler());
    if (!door) return next.handle();
    const http = context.switchToHttp();
    return from(this.answer(door, http.getRequest<Request>(), http.getResponse<Response>(), next));
  }

  private async answer(
    { body }: DoorDeclaration,
    request: Request,
    response: Response,
    next: CallHandler,
  ): Promise<SuccessEnvelope> {
    await this.limits.countAtDoor(request.ip);
    const { correlationId } = request;
    offerAtDoor(request, await readAtDoor(request, response, { body, now: this.clock.now() }));
    const enter = (): Promise<unknown> => firstValueFrom<unknown>(next.handle()).catch(alike);
    return success({ status: response.statusCode, data: await this.limits.enter(request.ip, enter) }, correlationId);
  }
}

/** The cause of a refusal is not told, and a failure of the service is none. */
function alike(error: unknown): never {
  throw error instanceof ServiceError && error.status < 500 ? signInFailed() : error;
}
