import createClient from 'openapi-fetch';
import { successOf, type Success } from './envelope.js';
import type {
  DataOf,
  InitArgument,
  ItemOf,
  ListPath,
  Method,
  Operation,
  Page,
  PathOf,
  ReadInit,
  ReadOptions,
  ReadResult,
  WriteInit,
  WriteOptions,
  WriteResult,
} from './operations.js';
import { retryingFetch, type RetryOptions } from './retry.js';

export interface ClientOptions {
  /** The address of the service, such as `https://delivery.example.com`; `/api/v1` at its end may be left out. */
  url: string;
  /** Absent only where a proxy adds it. */
  apiKey?: string | undefined;
  retry?: RetryOptions;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** The options that the methods share, without the types of the operation. */
interface AnyInit extends WriteOptions, ReadOptions {
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

interface Answer {
  /** The body of a success. */
  data?: string;
  /** The body of a failure: JSON, or text where it is none. */
  error?: unknown;
  response: Response;
}

interface Sent<Data> {
  success: Success<Data>;
  response: Response;
}

/** Calls the operations of the service; retries are built in. */
export class DeliveryClient {
  private readonly request: (method: Method, path: string, init: object) => Promise<Answer>;

  constructor({ url, apiKey, retry = {}, fetch = globalThis.fetch }: ClientOptions) {
    const { request } = createClient({
      baseUrl: baseUrlOf(url),
      headers: { 'x-api-key': apiKey },
      // Called without an object: browsers refuse their `fetch` as a method of anything else.
      fetch: retryingFetch((input, init) => fetch(input, init), retry),
    });
    this.request = request as unknown as typeof this.request;
  }

  get<Path extends PathOf<'get'>>(
    path: Path,
    ...[init]: InitArgument<ReadInit<Path>>
  ): Promise<ReadResult<DataOf<Operation<Path, 'get'>>>> {
    return this.read(path, init);
  }

  post<Path extends PathOf<'post'>>(
    path: Path,
    ...[init]: InitArgument<WriteInit<Path, 'post'>>
  ): Promise<WriteResult<DataOf<Operation<Path, 'post'>>>> {
    return this.write('post', path, init);
  }

  put<Path extends PathOf<'put'>>(
    path: Path,
    ...[init]: InitArgument<WriteInit<Path, 'put'>>
  ): Promise<WriteResult<DataOf<Operation<Path, 'put'>>>> {
    return this.write('put', path, init);
  }

  patch<Path extends PathOf<'patch'>>(
    path: Path,
    ...[init]: InitArgument<WriteInit<Path, 'patch'>>
  ): Promise<WriteResult<DataOf<Operation<Path, 'patch'>>>> {
    return this.write('patch', path, init);
  }

  delete<Path extends PathOf<'delete'>>(
    path: Path,
    ...[init]: InitArgument<WriteInit<Path, 'delete'>>
  ): Promise<WriteResult<DataOf<Operation<Path, 'delete'>>>> {
    return this.write('delete', path, init);
  }

  /** The items of a list, page after page. `query.limit` is the size of a page; `query.cursor` is where to start. */
  async *pages<Path extends ListPath>(
    path: Path,
    ...[init]: InitArgument<ReadInit<Path>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined> {
    const first: AnyInit = init ?? {};
    let query = first.query;
    for (;;) {
      const { data } = await this.read<Page<ItemOf<Path>>>(path, { ...first, query });
      yield* data.items;
      if (data.nextCursor === null) return;
      query = { ...query, cursor: data.nextCursor };
    }
  }

  private async write<Data>(method: Method, path: string, init: AnyInit = {}): Promise<WriteResult<Data>> {
    const { idempotencyKey = newKey() } = init;
    const { success, response } = await this.send<Data>(method, path, { ...init, idempotencyKey });
    const { data, correlationId, replayed = false } = success;
    const consistencyToken = response.headers.get('consistency-token') ?? undefined;
    const etag = etagOf(response);
    const bodyDiffers = response.headers.get('idempotency-body-mismatch') === 'true';
    return { data, correlationId, etag, replayed, bodyDiffers, idempotencyKey, consistencyToken };
  }

  private async read<Data>(path: string, init: AnyInit = {}): Promise<ReadResult<Data>> {
    const { success, response } = await this.send<Data>('get', path, init);
    return { data: success.data, correlationId: success.correlationId, etag: etagOf(response) };
  }

  private async send<Data>(method: Method, template: string, init: AnyInit): Promise<Sent<Data>> {
    const { path = {}, query, body, signal, correlationId, consistencyToken, idempotencyKey, ifMatch } = init;
    checkPath(template, path);
    const header = {
      'Idempotency-Key': idempotencyKey,
      'If-Match': ifMatch,
      'X-Correlation-Id': correlationId,
      'Consistency-Token': consistencyToken,
    };
    const {
      data: text,
      error,
      response,
    } = await this.request(method, template, {
      params: { path, query, header },
      body,
      signal,
      parseAs: 'text',
    });
    return { success: successOf<Data>(response, response.ok ? parsed(text) : error, idempotencyKey), response };
  }
}

/** 128 random bits. Browsers have no `randomUUID` on pages over plain HTTP of another host. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function etagOf({ headers }: Response): string | undefined {
  return headers.get('etag') ?? undefined;
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An empty value, or one that a URL resolves, would lead to another operation. */
function checkPath(template: string, path: object): void {
  const values = path as Record<string, unknown>;
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const value = values[name];
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) throw new TypeError(`path.${name} has no value.`);
  }
}

function baseUrlOf(url: string): string {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('url must begin with http:// or https://, such as https://delivery.example.com.');
  }
  return `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
}
