import { Controller, Inject, type Type } from '@nestjs/common';
import type { Scope } from '../work/scope.js';
import { Operation, type Answer, type ScopeOf } from './operation.decorator.js';
import { pathParameters, type AnyOperation, type Input, type InputOf, type WriteOperation } from './operation.js';

/** One string for each parameter of the path. */
type PathIds<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...PathIds<Rest>]
  : Path extends `${string}:${string}`
    ? [id: string]
    : [];

type Sent<Declared extends AnyOperation> = Declared extends WriteOperation
  ? InputOf<Declared> extends { body: infer Body }
    ? Body
    : never
  : InputOf<Declared> extends { query: infer Query }
    ? Query
    : never;

/** A service method that answers the operation; it may leave out the last arguments. */
type Method<Declared extends AnyOperation> = (
  scope: ScopeOf<Declared>,
  ...args: [...ids: PathIds<Declared['path']>, sent: Sent<Declared>]
) => Answer<Declared>;

/** The operations by the name of the method; `never` where the service has no such method for the operation. */
type Answered<Service, Operations extends Record<string, AnyOperation>> = {
  [Name in keyof Operations]: Name extends keyof Service
    ? Service[Name] extends Method<Operations[Name]>
      ? Operations[Name]
      : never
    : never;
};

/**
 * The base class of a controller that delegates each operation to the service method with the same name. The method takes
 * the scope or unit of work, the ids of the path in their order, and the body of a write or the query of a read.
 *
 *     export class NoteController extends controllerOf(NoteService, { create: createNote, list: listNotes }) {}
 */
export function controllerOf<Service extends object, const Operations extends Record<string, AnyOperation>>(
  service: Type<Service>,
  operations: Operations & Answered<Service, Operations>,
): Type<object> {
  @Controller()
  class Delegating {
    constructor(readonly service: Record<string, (...args: unknown[]) => never>) {}
  }
  Inject(service)(Delegating, undefined, 0);
  for (const [name, operation] of Object.entries<AnyOperation>(operations)) {
    const parameters = pathParameters(operation);
    const sent = operation.kind === 'write' ? 'body' : 'query';
    const value = function (this: Delegating, scope: Scope, input: Input<Record<string, string>>) {
      return this.service[name](scope, ...parameters.map((parameter) => input.params[parameter]), input[sent]);
    };
    const descriptor = { value, writable: true, configurable: true };
    Object.defineProperty(Delegating.prototype, name, descriptor);
    Operation(operation)(Delegating.prototype, name, descriptor as never);
  }
  return Delegating;
}
