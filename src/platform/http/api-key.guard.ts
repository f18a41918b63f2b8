import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Authenticator } from '../access/authenticator.js';
import { allows } from '../access/access-rule.js';
import type { Caller } from '../access/caller.js';
import type { AnyOperation } from '../operations/operation.js';
import { OPERATION, PUBLIC } from '../operations/operation.decorator.js';

export interface AuthenticatedRequest extends Request {
  caller: Caller;
}

/** Resolves tenant and caller from the API key of every route that is not public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.get('x-api-key');
    const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, context.getHandler());
    request.caller = (operation && this.recall(key, operation)) ?? (await this.authenticator.authenticate(key));
    return true;
  }

  /** A remembered caller serves where the operation's transaction will confirm it, and never to refuse it. */
  private recall(key: string | undefined, operation: AnyOperation): Caller | undefined {
    const caller = this.authenticator.recall(key);
    return caller && allows(operation.access, caller) ? caller : undefined;
  }
}
