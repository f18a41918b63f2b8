import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import request, { type Response } from 'supertest';
import type { TestApp } from './test-app.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SendOptions {
  /** A string is sent unchanged. */
  body?: unknown;
  /** By default a new one for each write; null omits the header. */
  idempotencyKey?: string | null;
  headers?: Record<string, string | string[]>;
}

/** Operations that let in a sign-in only. */
const OF_SIGN_INS = /^\/me\/passkeys\b/;

/** Kept between requests: a connection for each would take a quarter of the time. */
// The client ends what is idle before the service does: a request could meet its end.
const connections = new Agent({ keepAlive: true, timeout: 30_000 });

/** An HTTP client with an API key, which validates every response against the OpenAPI document. */
export class Client {
  /** The key of a sign-in of the same member, for what lets in no API key. */
  signInKey: string | undefined;

  constructor(
    private readonly app: TestApp,
    readonly apiKey: string | null,
  ) {}

  get(path: string, options: SendOptions = {}): Promise<Response> {
    return this.send('GET', path, options);
  }

  post(path: string, body?: unknown, options: SendOptions = {}): Promise<Response> {
    return this.send('POST', path, { body, ...options });
  }

  put(path: string, body?: unknown, options: SendOptions = {}): Promise<Response> {
    return this.send('PUT', path, { body, ...options });
  }

  patch(path: string, body?: unknown, options: SendOptions = {}): Promise<Response> {
    return this.send('PATCH', path, { body, ...options });
  }

  delete(path: string, options: SendOptions = {}): Promise<Response> {
    return this.send('DELETE', path, options);
  }

  /** `path` without /api/v1. */
  async send(method: Method, path: string, options: SendOptions = {}): Promise<Response> {
    const { body, idempotencyKey = method === 'GET' ? null : randomUUID(), headers = {} } = options;
    const full = `/api/v1${path}`;
    const call = request(this.app.url)[method.toLowerCase() as 'get'](full).agent(connections);
    const key = (OF_SIGN_INS.test(path) ? this.signInKey : undefined) ?? this.apiKey;
    if (key !== null) call.set('x-api-key', key);
    if (idempotencyKey !== null) call.set('Idempotency-Key', idempotencyKey);
    for (const [name, value] of Object.entries(headers)) call.set(name, value as string);
    if (body !== undefined && headers['Content-Type'] === undefined) call.set('Content-Type', 'application/json');
    const response = await (body === undefined
      ? call
      : call.send(typeof body === 'string' ? body : JSON.stringify(body)));
    const problem = this.app.contract.problem(method, full, response.status, response.body);
    if (problem !== undefined) throw new Error(problem);
    return response;
  }
}
