import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Authenticator } from '#kernel/authentication';
import type { Caller } from '#kernel/access';
import { type AnyOperation, OPERATION, PUBLIC } from '#kernel/operations';
import { apiKeyOf } from './request/api-key-header.js';
import { RateLimits } from './limits/rate-limits.js';

/** Authenticates every route that is not public by its API key, which determines tenant and caller. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const key = apiKeyOf(request.headers);
    // A remembered caller is confirmed by the operation's transaction; other routes have none.
    const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, context.getHandler());
    request.operation = operation;
    const remembered = this.authenticator.recall(key);
    const authenticate = (): Promise<Caller> => this.authenticator.authenticate(key);
    if (remembered) {
      // Counted before the database is asked.
      request.caller = remembered;
      await this.limits.count(remembered, response);
      if (!operation) request.caller = await this.limits.recheck(request.ip, authenticate);
    } else {
      request.caller = await this.limits.lookUp(request.ip, key, authenticate);
      await this.limits.count(request.caller, response);
    }
    return true;
  }
}
