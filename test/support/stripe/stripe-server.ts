import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeAccount, type StripeEvent } from './account.js';
import { type Form, invalid, readRequest, StripeRefusal, type StripeRequest, textOf } from './requests.js';
import type { StoredIntent, StoredSession } from './shapes.js';

/** What goes wrong with a request: `after` means that it was carried out all the same. */
export type Fault = 'cut' | 'cut_after' | 'hang' | 'hang_after' | 'error' | 'error_after' | 'too_many';

interface Answer {
  status: number;
  body: unknown;
}

interface KnownKey {
  fingerprint: string;
  answer: Answer;
}

type Resource = 'account' | 'customers' | 'checkout' | 'payment_intents' | 'refunds' | 'disputes';

/**
 * A stand-in for the provider on 127.0.0.1, to which the real library talks. It keeps objects and idempotency keys as the
 * provider does, goes wrong as the test says, and has books of its own to compare with.
 */
export class StripeServer {
  /** By secret key. */
  readonly accounts = new Map<string, StripeAccount>();
  /** Resources that a key may not use. */
  readonly forbidden = new Map<string, readonly Resource[]>();
  /** Keys that are not valid any more. */
  readonly revoked = new Set<string>();
  readonly requests: StripeRequest[] = [];
  now = (): Date => new Date();

  private readonly faults: { fault: Fault; matches: string; met?: () => void }[] = [];
  private readonly keys = new Map<string, KnownKey>();

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** At a port that is known before, or at any. */
  static async open(port = 0): Promise<StripeServer> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const opened = new StripeServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', (request, response) => void opened.answer(request, response));
    return opened;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** An account, whose key says whether it is live. */
  addAccount(secretKey: string, id?: string): StripeAccount {
    const account = new StripeAccount(() => this.now(), secretKey.includes('_live_'), id);
    this.accounts.set(secretKey, account);
    return account;
  }

  /** Another key of an account. */
  addKey(secretKey: string, account: StripeAccount): void {
    this.accounts.set(secretKey, account);
  }

  /** The next request whose method and path contain the text goes wrong. */
  breakNext(fault: Fault, matches = 'POST'): void {
    this.faults.push({ fault, matches });
  }

  /** The next such request gets no answer. Resolves once it is there, and was carried out where it is to be. */
  hangNext(matches: string, { carriedOut }: { carriedOut: boolean }): Promise<void> {
    const fault = carriedOut ? 'hang_after' : 'hang';
    return new Promise((met) => void this.faults.push({ fault, matches, met }));
  }

  /** The charges that succeeded, by the sale and then the job that they were made for. */
  books(account: StripeAccount): Record<string, Record<string, number[]>> {
    const books: Record<string, Record<string, number[]>> = {};
    for (const { amount, metadata } of account.charges) {
      const { saleId = 'none', jobId = 'none' } = metadata;
      ((books[saleId] ??= {})[jobId] ??= []).push(amount);
    }
    return books;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    this.requests.push(read);
    const { fault, met } = this.takeFault(`${read.method} ${read.path}`) ?? {};
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'hang') return met?.();
    if (fault === 'error') {
      send(response, { status: 503, body: { error: { type: 'api_error' } } });
      return;
    }
    if (fault === 'too_many') {
      send(response, { status: 429, body: { error: { type: 'rate_limit' } } });
      return;
    }
    const answer = this.carryOut(read, fault === 'error_after');
    if (fault === 'cut_after') return void request.socket.destroy();
    if (fault === 'hang_after') return met?.();
    send(response, answer);
  }

  private takeFault(line: string) {
    const at = this.faults.findIndex(({ matches }) => line.includes(matches));
    return at === -1 ? undefined : this.faults.splice(at, 1).at(0);
  }

  /** A key stands for one request and its answer, also for a failure that came after the beginning. */
  private carryOut(request: StripeRequest, fails: boolean): Answer {
    const { method, path, body, key, secretKey } = request;
    if (method !== 'POST' || key === undefined) return this.act(request);
    const name = `${this.accounts.get(secretKey)?.id ?? ''} ${key}`;
    const fingerprint = `${path} ${body}`;
    const known = this.keys.get(name);
    if (known && known.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return { status: 400, body: { error: { type: 'idempotency_error', message } } };
    }
    // Whether the secret key may do it is asked first, each time.
    if (known && !this.isForbidden(request)) return known.answer;
    const done = this.act(request);
    const answer = fails ? { status: 500, body: { error: { type: 'api_error' } } } : done;
    // A request that was refused before its beginning leaves no key.
    if (fails || done.status === 200 || done.status === 402) this.keys.set(name, { fingerprint, answer });
    return answer;
  }

  private isForbidden({ path, secretKey }: Pick<StripeRequest, 'path' | 'secretKey'>): boolean {
    return (
      this.revoked.has(secretKey) || (this.forbidden.get(secretKey)?.includes(path.split('/')[2] as Resource) ?? false)
    );
  }

  private act(request: StripeRequest): Answer {
    try {
      return { status: 200, body: this.route(request) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: error.body } };
    }
  }

  private route({ method, path, form, secretKey }: StripeRequest): unknown {
    const account = this.revoked.has(secretKey) ? undefined : this.accounts.get(secretKey);
    if (!account) throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    const parts = path.split('/').slice(2);
    const resource = parts[0] as Resource;
    if (this.isForbidden({ path, secretKey }))
      throw new StripeRefusal(403, { type: 'invalid_request_error', message: 'The key lacks a permission.' });
    const [, id = '', action] = resource === 'checkout' ? parts.slice(1) : parts;
    const { sessions, intents, refunds, disputes, customers } = account;
    switch (`${method} ${resource} ${id ? ':id' : ''}${action ?? ''}`) {
      case 'GET account ':
        return { id: account.id, object: 'account' };
      case 'POST customers ':
        return structuredClone(account.createCustomer(form));
      case 'GET customers ':
        return pageOf(path, customers, form);
      case 'POST checkout ':
        return expanded(account, form, account.createSession(form));
      case 'GET checkout ':
        return expandedPage(
          account,
          form,
          pageOf(
            path,
            sessions.map(({ id: one }) => account.session(one)),
            form,
          ),
        );
      case 'GET checkout :id':
        return expanded(account, form, account.session(id));
      case 'POST checkout :idexpire':
        return expanded(account, form, account.expireSession(id));
      case 'POST payment_intents ':
        return expanded(account, form, account.createIntent(form));
      case 'GET payment_intents ':
        return expandedPage(account, form, pageOf(path, intents, form));
      case 'GET payment_intents :id':
        return expanded(account, form, account.get(intents, id, 'payment_intent'));
      case 'POST refunds ':
        return structuredClone(account.createRefund(form));
      case 'GET refunds ':
        return pageOf(path, refunds, form);
      case 'GET refunds :id':
        return account.get(refunds, id, 'refund');
      case 'GET disputes ':
        return pageOf(path, disputes, form);
      case 'GET disputes :id':
        return account.get(disputes, id, 'dispute');
    }
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
  }
}

/** The body of an event and its signature, of now or of another time. */
export function signed(event: StripeEvent, secret: string, at = new Date()): { payload: string; signature: string } {
  const payload = JSON.stringify(event, null, 2);
  return { payload, signature: signatureOf(payload, secret, at) };
}

export function signatureOf(payload: string, secret: string, at = new Date()): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

interface Page<Row> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Row[];
}

/** Newest first. */
function pageOf<Row extends { id: string; created: number }>(url: string, rows: readonly Row[], form: Form): Page<Row> {
  const newest = [...rows].reverse().filter((row) => isOf(row, form));
  const after = textOf(form, 'starting_after');
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textOf(form, 'limit') ?? 10);
  const data = newest.slice(from, from + limit);
  return { object: 'list', url, has_more: newest.length > from + limit, data: structuredClone(data) };
}

function isOf(row: { created: number }, form: Form): boolean {
  const { email, customer, payment_intent: intent } = row as Record<string, unknown>;
  const since = Number(textOf(form, 'created', 'gte') ?? 0);
  const fits = (name: string, value: unknown): boolean => [undefined, value].includes(textOf(form, name));
  return row.created >= since && fits('email', email) && fits('customer', customer) && fits('payment_intent', intent);
}

function expandedPage<Row extends StoredSession | StoredIntent>(
  account: StripeAccount,
  form: Form,
  page: Page<Row>,
): unknown {
  return { ...page, data: page.data.map((row) => expanded(account, form, row, 'data.')) };
}

/** Fields that are asked for are objects instead of ids. */
function expanded(account: StripeAccount, form: Form, row: StoredSession | StoredIntent, prefix = ''): unknown {
  const asked = typeof form.expand === 'object' ? Object.values(form.expand) : [];
  const copy: Record<string, unknown> = structuredClone<object>(row) as Record<string, unknown>;
  const replace = (field: string, rows: readonly { id: string }[]): void => {
    if (!asked.includes(`${prefix}${field}`)) return;
    copy[field] = structuredClone(rows.find(({ id }) => id === copy[field]) ?? null);
  };
  replace('payment_intent', account.intents);
  replace('latest_charge', account.charges);
  return copy;
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' });
  response.end(JSON.stringify(body));
}
