import type { Type } from '@nestjs/common';
import type { AccessRule } from '../access/access-rule.js';
import type { EventDeclaration } from '../events/event.js';
import type { Scope } from '../persistence/scope.js';

export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** Decides whether the caller reaches the resource that the path names: throws 404 or 403 where not. */
export type TargetPolicy = (scope: Scope, id: string) => Promise<void>;

/** What read and write declarations have in common. */
interface Declaration<Path extends string, Data> {
  /** verb_noun: the operation id, the tool name and the name that idempotency keys are kept under. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the version prefix, with `:name` for parameters; every parameter is the id of a resource. */
  path: Path;
  /** The heading under which the reference lists it. */
  tag: string;
  summary: string;
  description?: string;
  access: AccessRule;
  /** The policy of the path's first parameter; required where the path has one. */
  target?: TargetPolicy;
  response: Type<Data>;
  /** The documented refusals: status → when it happens. */
  refusals: Partial<Record<400 | 401 | 403 | 404 | 409 | 429 | 500 | 503, string>>;
}

export interface ReadOperation<Path extends string = string, Query = unknown, Data = unknown> extends Declaration<
  Path,
  Data
> {
  kind: 'read';
  method: 'GET';
  query?: Type<Query>;
}

export interface WriteOperation<Path extends string = string, Body = unknown, Data = unknown> extends Declaration<
  Path,
  Data
> {
  kind: 'write';
  /** 201 where a resource is created, 200 for a command; a replay is always 200. */
  status: 200 | 201;
  body?: Type<Body>;
  /** The body must be empty or an empty object. */
  emptyBody?: boolean;
  /** The audit entry's action and the type of what it acts on. */
  action: string;
  targetType: string;
  event?: EventDeclaration;
  /** The operation may find nothing to change; it then has its audit entry and no event. */
  mayChangeNothing?: boolean;
  /** The Idempotency-Key stands for one intention in the organization; another target or operation is 409. */
  oneIntention?: boolean;
  /** A replay answers with what this read gives now, instead of the stored first result. */
  replayWith?: ReadOperation;
  /** Takes out of a stored first result what the caller who replays it does not reach; throws where that is all of it. */
  narrowReplay?(scope: Scope, first: Data): Promise<Data>;
  /** Fields of the response that are shown once: the stored first result has null in their place. */
  shownOnce?: readonly string[];
}

export type AnyOperation = ReadOperation | WriteOperation;

/** What a handler gets besides its scope or unit of work. */
export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

/** The input of a declared operation: path parameters as UUID strings, query and body as validated instances. */
export type InputOf<Operation> =
  Operation extends WriteOperation<infer Path, infer Body>
    ? Input<PathParams<Path>, unknown, Body>
    : Operation extends ReadOperation<infer Path, infer Query>
      ? Input<PathParams<Path>, Query>
      : never;

export type DataOf<Operation> =
  Operation extends WriteOperation<string, never, infer Data>
    ? Data
    : Operation extends { response: Type<infer Data> }
      ? Data
      : never;

/** Declares an operation that reads. */
export function declareRead<const Path extends string, Data, Query = unknown>(
  declaration: Omit<ReadOperation<Path, Query, Data>, 'kind' | 'method'>,
): ReadOperation<Path, Query, Data> {
  return { ...declaration, kind: 'read', method: 'GET' };
}

/** Declares an operation that writes. */
export function declareWrite<const Path extends string, Data, Body = unknown>(
  declaration: Omit<WriteOperation<Path, Body, Data>, 'kind' | 'action'> & { action?: string },
): WriteOperation<Path, Body, Data> {
  const action = declaration.action ?? declaration.event?.name;
  if (action === undefined) throw new Error(`${declaration.name} names neither an action nor an event`);
  return { ...declaration, kind: 'write', action };
}

const parametersOf = new Map<string, readonly string[]>();

/** The names of the path's parameters, in order. */
export function pathParameters({ path }: AnyOperation): readonly string[] {
  let names = parametersOf.get(path);
  if (!names) parametersOf.set(path, (names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])));
  return names;
}
