import type { IncomingMessage } from 'node:http';

/** A value of a form, as the provider reads brackets: `a[b][0]=c`. */
export type FormValue = string | { [name: string]: FormValue | undefined };
export type Form = Record<string, FormValue | undefined>;

export interface StripeRequest {
  method: string;
  path: string;
  form: Form;
  /** As it was sent: a key stands for exactly this. */
  body: string;
  key: string | undefined;
  secretKey: string;
  version: string | undefined;
}

/** An answer other than 200, in the provider's own words as far as the library reads them. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; message?: string; param?: string; [more: string]: unknown },
  ) {
    super(body.message ?? body.code ?? body.type);
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });
}

export async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '', 'http://127.0.0.1');
  const method = request.method ?? '';
  return {
    method,
    path: url.pathname,
    form: parseForm(method === 'GET' ? url.search.slice(1) : body),
    body,
    key: request.headers['idempotency-key'] as string | undefined,
    secretKey: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
    version: request.headers['stripe-version'] as string | undefined,
  };
}

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let place = form;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Form;
    place[path.at(-1) ?? ''] = value;
  }
  return form;
}

export function textOf(form: Form, ...path: string[]): string | undefined {
  const value = path.reduce<FormValue | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), form);
  return typeof value === 'string' ? value : undefined;
}

/** Throws 400 where it is missing. */
export function needed(form: Form, ...path: string[]): string {
  const text = textOf(form, ...path);
  if (text !== undefined && text !== '') return text;
  const [first, ...others] = path;
  const param = [first, ...others.map((part) => `[${part}]`)].join('');
  throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function wholeNumber(form: Form, ...path: string[]): number {
  const text = needed(form, ...path);
  if (/^\d+$/.test(text)) return Number(text);
  throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: path.at(-1) });
}

export function textsOf(form: Form, name: string): Record<string, string> {
  const value = form[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
