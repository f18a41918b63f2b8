import { applyDecorators, Get, Post, Put, RequestMapping, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import type { Scope } from '../work/scope.js';
import type { UnitOfWork } from '../work/unit-of-work.js';
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

export const AFTER_COMMIT = Symbol('after-commit');

/** A write that is committed: by this request, or, where it is `replayed`, by an earlier one. */
export interface Committed<Data> {
  organizationId: string;
  /** The stored result. */
  data: Data;
  replayed: boolean;
}

/**
 * Makes a controller method the second step of a write: it runs after the COMMIT, outside of the transaction, for what
 * must not wait inside of it, such as a request to another server. The response has the data that it returns. The write is
 * committed, so a failure must not be thrown: the method returns what is known.
 */
export function AfterCommit<Declared extends WriteOperation>(operation: Declared) {
  type SecondStep = (committed: Committed<DataOf<Declared>>) => Promise<DataOf<Declared>>;
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<SecondStep>): void => {
    SetMetadata(AFTER_COMMIT, operation)(target, key, descriptor);
  };
}

export const PUBLIC = Symbol('public');

/** Marks a route that needs no API key and is not an operation, such as health checks. */
export const PublicRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

export const PROTOCOL = Symbol('protocol');

/** Marks a route that needs an API key and is not an operation: the messages of its protocol call operations. */
export const ProtocolRoute = (): MethodDecorator & ClassDecorator => SetMetadata(PROTOCOL, true);

export const CAPABILITY_URL = Symbol('capability url');

/**
 * Makes a controller method the handler of a document outside of the API, whose URL gives access by the `:token` in it, for
 * programs that can send no key. The method throws `notFound()` for a token that gives none, whatever the cause.
 */
export const CapabilityUrl = (path: `${string}/:token${string}`): MethodDecorator =>
  applyDecorators(SetMetadata(CAPABILITY_URL, path), PublicRoute(), Get(path));

export const SIGNED_URL = Symbol('signed url');

/**
 * Makes a controller method the handler of a route outside of the API whose `:token`, or `state`, is signed: see `signAddress`. The method
 * throws `notFound()` for a token that gives no access, whatever the cause, before it looks anything up. Its
 * `@DoorRequest()` is a `ReadAtDoor`, by which it reads a JSON body afterwards.
 */
export const SignedUrl = (
  method: 'GET' | 'PUT' | 'POST',
  path: `${string}/:token` | `${string}/:token/${string}` | 'oauth/calendar/:provider',
  limits: SignedUrlLimits = {},
): MethodDecorator =>
  applyDecorators(SetMetadata(SIGNED_URL, limits), PublicRoute(), { GET: Get, PUT: Put, POST: Post }[method](path));

export interface SignedUrlLimits {
  /** The class of a JSON body, which has 64 kB at most. */
  body?: Type;
  /** The requests that an address may send. */
  perMinute?: number;
}
