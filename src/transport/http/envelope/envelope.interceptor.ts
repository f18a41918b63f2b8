import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { OPERATION, type OperationOutcome } from '#kernel/operations';
import { TOKEN_HEADER } from '#kernel/standby';
import { success } from './envelope.js';

/** Wraps the outcome of an operation in the success envelope; sets the status and the headers of a replay. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get(OPERATION, context.getHandler())) return next.handle();
    const { correlationId } = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return (next.handle() as Observable<OperationOutcome>).pipe(
      map((outcome) => {
        response.status(outcome.status);
        if (outcome.entityTag) response.setHeader('ETag', outcome.entityTag);
        if (outcome.replayed) response.setHeader('Idempotent-Replayed', 'true');
        if (outcome.bodyDiffers) response.setHeader('Idempotency-Body-Mismatch', 'true');
        if (outcome.consistencyToken) response.setHeader(TOKEN_HEADER, outcome.consistencyToken);
        return success(outcome, correlationId);
      }),
    );
  }
}
