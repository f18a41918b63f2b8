import type { paths } from './schema.js';

/** The paths of the API, without the prefix that they share. */
export type Paths = {
  [Path in keyof paths as Path extends `/api/v1${infer Rest}` ? Rest : never]: paths[Path];
};

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<M, object> ? Path : never;
}[keyof Paths];

export type Operation<Path extends keyof Paths, M extends Method> = Paths[Path] extends Record<M, infer O> ? O : never;

/** The `data` of an operation's success. */
export type DataOf<O> = O extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

/** The paths of lists that have pages. */
export type ListPath = {
  [Path in PathOf<'get'>]: DataOf<Operation<Path, 'get'>> extends Page<unknown> ? Path : never;
}[PathOf<'get'>];

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The items of a list. */
export type ItemOf<Path extends ListPath> = DataOf<Operation<Path, 'get'>> extends Page<infer Item> ? Item : never;

export interface RequestOptions {
  /** Ends the request, and the wait between two attempts. */
  signal?: AbortSignal | undefined;
  /** Returned as `correlationId`, and in the service's log. Generated when absent. */
  correlationId?: string | undefined;
}

export interface WriteOptions extends RequestOptions {
  /** Generated when absent. Give your own to repeat the write later, in another process for example. */
  idempotencyKey?: string | undefined;
  /** The `etag` of the resource as it was read: if it has changed since, the write is refused with `precondition_failed`. */
  ifMatch?: string | undefined;
}

export interface ReadOptions extends RequestOptions {
  /** From the result of a write, which the answer then includes. Only needed where the service reads from a standby. */
  consistencyToken?: string | undefined;
}

type PathPart<O> = O extends { parameters: { path: infer Values extends object } }
  ? { path: Values }
  : { path?: never };

type QueryPart<O> = O extends { parameters: { query: infer Values extends object } }
  ? { query: Values }
  : O extends { parameters: { query?: infer Values extends object } }
    ? { query?: Values }
    : { query?: never };

type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : never;

export type ReadInit<Path extends PathOf<'get'>> = ReadOptions &
  PathPart<Operation<Path, 'get'>> &
  QueryPart<Operation<Path, 'get'>>;

export type WriteInit<Path extends PathOf<M>, M extends Method> = WriteOptions &
  PathPart<Operation<Path, M>> &
  BodyPart<Operation<Path, M>>;

/** The last argument of a method: optional where the operation requires neither path parameters nor query nor body. */
export type InitArgument<Init> = Partial<Init> extends Init ? [init?: Init] : [init: Init];

/** The success of a read. */
export interface ReadResult<Data> {
  data: Data;
  correlationId: string;
  /** For `ifMatch` of a write. Undefined where the data are not one resource that a PATCH or PUT changes, and after a replay. */
  etag: string | undefined;
}

/** The success of a write. */
export interface WriteResult<Data> extends ReadResult<Data> {
  /** Whether the key was used before: `data` is then the first result, and nothing was changed again. */
  replayed: boolean;
  /** Whether the key was used before with another body: that one was carried out, and this one was not. */
  bodyDiffers: boolean;
  idempotencyKey: string;
  /** For `consistencyToken` of a read. Undefined where the service has no standby. */
  consistencyToken: string | undefined;
}
