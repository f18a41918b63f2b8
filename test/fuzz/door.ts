import { AGENT_TOOLS } from '#transport/mcp/agents.tools.js';
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors';
import { isDecodable } from '#kernel/fields';
import type { DocumentedOperation } from './api-document.js';
import type { Answer, OutgoingRequest } from './exchange.js';
import { OUTER, parsed, type Envelope, typedValue } from './judgement.js';
import type { RequestPlan } from './request-plan.js';

/** A way into the service. */
export interface Door {
  /** Whether the operation is offered there. */
  leadsTo: (operation: DocumentedOperation) => boolean;
  /** What of a plan can be said there. */
  plan: (plan: RequestPlan) => RequestPlan;
  /** The message that stands for a request over REST, and the request that the message comes to. */
  enter: (
    operation: DocumentedOperation,
    request: OutgoingRequest,
  ) => { sent: OutgoingRequest; meant: OutgoingRequest };
  /** What REST would have answered; undefined where the message was refused as none of the protocol's, and is none. */
  read: (operation: DocumentedOperation, answer: Answer, sent: OutgoingRequest) => Answer | undefined;
}

export const restDoor: Door = {
  leadsTo: () => true,
  plan: (plan) => plan,
  enter: (_, request) => ({ sent: request, meant: request }),
  read: (_, answer) => answer,
};

interface Message {
  result?: { structuredContent: Envelope & { code?: ErrorCode }; content: { text: string }[]; isError?: boolean };
  error?: { code: number };
}

/** What JSON-RPC says of a call whose arguments are no object. */
const INVALID_PARAMS = -32_602;

/** Requests as calls of tools, in the agent protocol. */
export const agentDoor: Door = {
  leadsTo: ({ name }) => AGENT_TOOLS.some(({ operation }) => operation === name),

  plan: (plan) => ({ ...plan, framing: 'length', contentType: ['application/json'] }),

  enter: (operation, request) => {
    const own = ownArguments(operation, request);
    const fields = operation.writes
      ? (request.body?.toString('utf8') ?? '{}')
      : JSON.stringify(queried(operation, request));
    const call = JSON.stringify({ name: operation.name, arguments: null });
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${call.replace('null', () => withMembers(fields, own))}}`;
    const headers = {
      ...request.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    return {
      sent: { method: 'POST', target: '/mcp', headers, body: Buffer.from(message) },
      meant: { ...request, body: request.body && Buffer.from(withoutMembers(fields, own)) },
    };
  },

  read: (operation, answer, sent) => {
    const { result, error } = (parsed(answer.text) ?? {}) as Message;
    if (error !== undefined) {
      const { params } = (parsed(sent.body?.toString('utf8') ?? '') ?? {}) as { params?: { arguments: unknown } };
      if (error.code === INVALID_PARAMS && !isObject(params?.arguments)) return undefined;
    }
    if (result === undefined) return answer;
    const { structuredContent: envelope, content, isError = false } = result;
    if (content[0].text !== JSON.stringify(envelope)) throw new Error("a result's text differs from its structure");
    if (isError === envelope.success) throw new Error('a result and its envelope differ on whether it worked');
    const done = envelope.replayed ? 200 : operation.success;
    return {
      status: envelope.code === undefined ? done : ERROR_STATUS[envelope.code],
      headers: { 'content-type': answer.headers['content-type'], 'x-correlation-id': envelope.correlationId },
      text: content[0].text,
    };
  },
};

/** What a tool takes beside the fields of the body or query. */
function ownArguments({ template, writes }: DocumentedOperation, { target, headers }: OutgoingRequest): object {
  const segments = target.split('?', 1)[0].split('/');
  const inPath = template
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith('{')
        ? [[segment.slice(1, -1), isDecodable(segments[index]) ? decodeURIComponent(segments[index]) : segments[index]]]
        : [],
    );
  const { 'Idempotency-Key': key, 'X-Correlation-Id': correlationId } = headers;
  return {
    ...(Object.fromEntries(inPath) as Record<string, string>),
    ...(writes ? { idempotencyKey: single(key) } : {}),
    correlationId: single(correlationId, (text) => text.replace(OUTER, '')),
  };
}

/** Numbers and flags are sent as such, and what comes several times as a list. */
function queried({ query }: DocumentedOperation, { target }: OutgoingRequest): object {
  const sent = new URLSearchParams(target.split('?', 2)[1]);
  const schemas = new Map(query.map(({ name, schema }) => [name, schema]));
  const value = (name: string): unknown => {
    const [first, ...more] = sent.getAll(name);
    if (more.length > 0) return [first, ...more];
    return typedValue(schemas.get(name) ?? {}, first);
  };
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, value(name)]));
}

/** An object's text with members more, as text: not every JSON can be made from a value. Of two alike the last counts. */
function withMembers(text: string, members: object): string {
  const object = parsed(text);
  if (!isObject(object)) return text;
  const more = JSON.stringify(members).slice(1, -1);
  const start = text.slice(0, text.lastIndexOf('}'));
  return `${start}${Object.keys(object).length > 0 && more !== '' ? ',' : ''}${more}}`;
}

function withoutMembers(text: string, members: object): string {
  const object = parsed(text);
  if (!isObject(object) || !Object.keys(members).some((name) => Object.hasOwn(object, name))) return text;
  const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !Object.hasOwn(members, name)));
  try {
    return JSON.stringify(rest);
  } catch {
    // Too deep to be written, and for the service to be taken.
    return text;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function single(header: string | string[] | undefined, read = (text: string) => text): string | string[] | undefined {
  const values = [header ?? []].flat();
  return values.length === 1 ? read(values[0]) : header;
}
