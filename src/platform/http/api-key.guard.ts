import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Authenticator } from '../access/authenticator.js';
import type { Caller } from '../access/caller.js';
import { PUBLIC } from '../operations/operation.decorator.js';

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
    request.caller = await this.authenticator.authenticate(request.get('x-api-key'));
    return true;
  }
}
