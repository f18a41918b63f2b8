import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Authenticator } from '../access/authenticator.js';
import { OPERATION, type OperationRequest } from '../operations/operation.decorator.js';
import type { AnyOperation } from '../operations/operation.js';
import { OperationRunner } from '../operations/operation-runner.js';
import type { AuthenticatedRequest } from './api-key.guard.js';
import { readJsonBody } from './body.js';
import type { CorrelatedRequest } from './correlation.middleware.js';
import { headerValues } from './header-values.js';

/** Hands a declared operation to the runner, under the request's Idempotency-Key. */
@Injectable()
export class OperationInterceptor implements NestInterceptor {
  constructor(
    private readonly runner: OperationRunner,
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, context.getHandler());
    if (!operation) return next.handle();
    const request = context.switchToHttp().getRequest<OperationRequest & AuthenticatedRequest & CorrelatedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    let body: Promise<unknown> | undefined;
    const call = {
      caller: request.caller,
      authenticate: async () => (request.caller = await this.authenticator.authenticate(request.get('x-api-key'))),
      correlationId: request.correlationId,
      params: request.params as Record<string, string>,
      query: request.query,
      readBody: () => (body ??= readJsonBody(request, response)),
      idempotencyKeys: headerValues(request, 'idempotency-key'),
    };
    const running = this.runner.run(operation, call, (scope, input) => {
      request.handlerArguments = [scope, input];
      return lastValueFrom(next.handle());
    });
    return from(
      running.then((outcome) => {
        if (request.caller.unconfirmed) this.authenticator.noteConfirmed(request.caller);
        return outcome;
      }),
    );
  }
}
