import { applyDecorators, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import type { Scope } from '../persistence/scope.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import type { AnyOperation, DataOf, InputOf, WriteOperation } from './operation.js';

export const OPERATION = Symbol('operation');

type Handler<Operation extends AnyOperation> = (
  scope: Operation extends WriteOperation ? UnitOfWork : Scope,
  input: InputOf<Operation>,
) => DataOf<Operation> | Promise<DataOf<Operation>>;

/** Makes a controller method the handler of a declared operation, with its route. */
export function Operation<Declared extends AnyOperation>(operation: Declared) {
  return (target: object, key: string, descriptor: { value?: Handler<Declared> }): void => {
    applyDecorators(
      SetMetadata(OPERATION, operation),
      RequestMapping({ path: operation.path, method: RequestMethod[operation.method] }),
    )(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}

export const PUBLIC = Symbol('public');

/** Marks a route that needs no API key and is not an operation, such as health checks. */
export const PublicRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

export const PROTOCOL = Symbol('protocol');

/** Marks a route that needs an API key and is not an operation: the messages of its protocol call operations. */
export const ProtocolRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PROTOCOL, true);
