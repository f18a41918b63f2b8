import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, type Observable } from 'rxjs';
import { Authenticator } from '#kernel/authentication';
import type { Caller } from '#kernel/access';
import { type AnyOperation, mayLag, OPERATION, type OperationOutcome, OperationRunner } from '#kernel/operations';
import { AddressSettings } from '#kernel/settings';
import { apiKeyOf } from './request/api-key-header.js';
import { readJsonBody } from './body/body.js';
import { headerValues } from './request/header-values.js';
import { prefersStrict } from './request/preferences.js';
import { baseUrlOf } from './request/public-url.js';
import { RateLimits } from './limits/rate-limits.js';

/** Passes a declared operation to the runner under the request's Idempotency-Key. The runner calls the controller. */
@Injectable()
export class OperationInterceptor implements NestInterceptor {
  constructor(
    private readonly runner: OperationRunner,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
    private readonly settings: AddressSettings,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, context.getHandler());
    if (!operation) return next.handle();
    const http = context.switchToHttp();
    return from(this.run(operation, http.getRequest(), http.getResponse()));
  }

  private async run(operation: AnyOperation, request: Request, response: Response): Promise<OperationOutcome> {
    let body: Promise<unknown> | undefined;
    const strict = prefersStrict(request);
    const applyPreference = (): void => {
      if (strict) response.setHeader('Preference-Applied', 'handling=strict');
    };
    if (operation.kind === 'read') applyPreference();
    const bytes = operation.kind === 'write' ? operation.maxBodyBytes : undefined;
    const readBody = (): Promise<unknown> => {
      applyPreference();
      return (body ??= readJsonBody(request, response, { bytes }));
    };
    const outcome = await this.runner.run(operation, {
      caller: request.caller,
      authenticate: async () => (request.caller = await this.authenticate(request)),
      correlationId: request.correlationId,
      baseUrl: baseUrlOf(request, this.settings.PUBLIC_URL),
      params: request.params,
      query: request.query,
      strict,
      readBody,
      idempotencyKeys: headerValues(request, 'idempotency-key'),
      ifMatch: headerValues(request, 'if-match'),
      consistencyTokens: mayLag(operation) ? headerValues(request, 'consistency-token') : undefined,
    });
    if (request.caller.accessState) this.authenticator.noteConfirmed(request.caller);
    return outcome;
  }

  private authenticate(request: Request): Promise<Caller> {
    const key = apiKeyOf(request.headers);
    return this.limits.recheck(request.ip, () => this.authenticator.authenticate(key));
  }
}
