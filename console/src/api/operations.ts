import type { DataOf, DeliveryClient, Operation, PathOf, Paths, WriteResult } from '@delivery-service/client';

type Verb = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A write of the API, such as `POST /groups`. */
export type Write = { [V in Verb]: `${V} ${PathOf<Lowercase<V>>}` }[Verb];

type OperationOf<To extends Write> = To extends `${infer V extends Verb} ${infer Path extends keyof Paths}`
  ? Operation<Path, Lowercase<V>>
  : never;

/** What sends a request once: under its key, and under the condition that the resource is as it was read. */
export interface Once {
  idempotencyKey: string;
  ifMatch?: string | undefined;
}

export type ResultOf<To extends Write> = DataOf<OperationOf<To>>;

export type BodyOf<To extends Write> =
  OperationOf<To> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : never;

/** The values in the path of an operation. */
export type Addressed<To extends Write> =
  OperationOf<To> extends { parameters: { path: infer Values extends object } }
    ? { path: Values }
    : { path?: undefined };

/** The resource that a PATCH or PUT changes, as the GET of the same path shows it. */
export type CurrentOf<To extends Write> = To extends `${Verb} ${infer Path extends PathOf<'get'>}`
  ? DataOf<Operation<Path, 'get'>>
  : never;

/** A resource as it was read. */
export interface Current {
  data: unknown;
  etag: string | undefined;
}

type IsBody<Values, Body> = [Values, Exclude<keyof Values, keyof Body>] extends [Body, never] ? true : false;

/** The body of a request: the values as they are, or what is made of them. */
export type Bodied<To extends Write, Values> = [BodyOf<To>] extends [never]
  ? { body?: undefined }
  : IsBody<Values, BodyOf<To>> extends true
    ? { body?: (values: Values) => BodyOf<To> | Promise<BodyOf<To>> }
    : { body: (values: Values) => BodyOf<To> | Promise<BodyOf<To>> };

interface Request extends Once {
  path: object | undefined;
  body: unknown;
}

type Method = (path: string, init: Request) => Promise<WriteResult<unknown>>;

/** Reads the resource that the write changes: see CurrentOf. */
export function currentOf(client: DeliveryClient, to: Write, path: object | undefined): Promise<Current> {
  const read = client.get.bind(client) as unknown as (path: string, init: object) => Promise<Current>;
  return read(to.slice(to.indexOf(' ') + 1), { path });
}

/** Sends a write. That path and body fit the operation is checked where it is declared. */
export function sendTo(client: DeliveryClient, to: Write, request: Request): Promise<WriteResult<unknown>> {
  const [verb = '', path = ''] = to.split(' ');
  const methods = client as unknown as Record<string, Method>;
  const method = methods[verb.toLowerCase()];
  if (!method) throw new TypeError(`${to} is no write.`);
  return method.call(client, path, request);
}
