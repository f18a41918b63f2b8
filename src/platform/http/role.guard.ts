import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OPERATION } from '../operations/operation.decorator.js';
import type { AnyOperation } from '../operations/operation.js';
import { OperationRunner } from '../operations/operation-runner.js';
import type { AuthenticatedRequest } from './api-key.guard.js';

/** Refuses, by role alone, a caller whom the operation's declaration does not let in. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly runner: OperationRunner,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, context.getHandler());
    if (operation) {
      this.runner.authorize(operation, context.switchToHttp().getRequest<AuthenticatedRequest>().caller);
    }
    return true;
  }
}
