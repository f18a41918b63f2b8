import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { documentOperation } from '../openapi/operation-docs.js';
import type { Scope } from '../persistence/scope.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import type { AnyOperation, DataOf, InputOf, WriteOperation } from './operation.js';

export const OPERATION = Symbol('operation');

/** The controller method of an operation: `(scope or unit of work, input)`, whatever door the call came through. */
export type Handler<Operation extends AnyOperation> = (
  scope: Operation extends WriteOperation ? UnitOfWork : Scope,
  input: InputOf<Operation>,
) => Promise<DataOf<Operation>>;

/** What the operation interceptor leaves for the controller method's parameters. */
export interface OperationRequest extends Request {
  handlerArguments: [Scope, unknown];
}

const HandlerArgument = createParamDecorator(
  (index: number, context: ExecutionContext) =>
    context.switchToHttp().getRequest<OperationRequest>().handlerArguments[index],
);

/** Makes a controller method the handler of a declared operation: its route, its status and its documentation. */
export function Operation<Declared extends AnyOperation>(operation: Declared) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<Handler<Declared>>): void => {
    HandlerArgument(0)(target, key, 0);
    HandlerArgument(1)(target, key, 1);
    applyDecorators(
      SetMetadata(OPERATION, operation),
      RequestMapping({ path: operation.path, method: RequestMethod[operation.method] }),
      HttpCode(operation.kind === 'write' ? operation.status : 200),
      documentOperation(operation),
    )(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}

export const PUBLIC = Symbol('public');

/** Marks a route that needs no API key and is no operation: health, documents. */
export const PublicRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

export const PROTOCOL = Symbol('protocol');

/** Marks a route that needs an API key and is no operation itself: it carries a protocol whose messages call operations. */
export const ProtocolRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PROTOCOL, true);
