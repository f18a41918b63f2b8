import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isUuid } from '#kernel/fields';
import { isCalendarDate, parseInstant } from '../../src/kernel/fields/time.js';
import { ResponseContract } from '../support/response-contract.js';
import type { ApiDocument, DocumentedOperation, Schema } from './api-document.js';
import type { Answer, OutgoingRequest } from './exchange.js';

const LEAK = /node_modules|\n\s+at |\bselect\b.+\bfrom\b|\binsert into\b|\.js:\d|ECONN|syntax error at or near/i;
/** White space that is no part of a header's value. */
export const OUTER = /^[ \t]+|[ \t]+$/g;
const USABLE_CORRELATION_ID = /^[\x20-\x7e]{1,128}$/;

/** The parts that every envelope has. */
export interface Envelope {
  success: boolean;
  correlationId: string;
  replayed?: boolean;
  data?: { nextCursor?: string | null };
}

/** A row that the document forbids is taken, and refused by itself: its issues are in the list of rows. */
const JUDGED_BY_ROW = ['create_people_import'];

/** Holds what was answered against the document. */
export class Judgement {
  private readonly contract: ResponseContract;
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly requests = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.contract = new ResponseContract(document.object);
    // As the service's pages say: instants may leave their offset out.
    this.ajv.addFormat('date-time', { validate: (text: string) => parseInstant(text) !== null });
    this.ajv.addFormat('date', { validate: isCalendarDate });
    this.ajv.addFormat('uuid', { validate: isUuid });
    this.ajv.addSchema({ $id: 'openapi', components: document.object.components });
  }

  /** What is wrong with an answer; undefined where nothing is. */
  problem(operation: DocumentedOperation, sent: OutgoingRequest, answer: Answer): string | undefined {
    const { status, headers, text } = answer;
    if (status >= 500) return `${status} is the service's fault`;
    if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) return 'the answer is not called JSON';
    const envelope = parsed(text) as Envelope | undefined;
    if (envelope === undefined) return 'the answer is not JSON';
    const mismatch = this.contract.problem(operation.method, operation.template, status, envelope);
    if (mismatch !== undefined) return mismatch;
    if (envelope.success !== status < 400) return 'the status and the envelope differ on whether it worked';
    if (status >= 400 && LEAK.test(text)) return 'the refusal tells what is behind it';
    return correlationProblem(sent, headers['x-correlation-id'], envelope) ?? this.laxness(operation, sent, envelope);
  }

  /** A request that the document forbids, and that was carried out all the same. */
  private laxness(operation: DocumentedOperation, sent: OutgoingRequest, envelope: Envelope): string | undefined {
    if (!envelope.success || envelope.replayed) return undefined;
    for (const { name, schema } of operation.query) {
      const values = new URLSearchParams(sent.target.split('?', 2)[1]).getAll(name);
      const [value] = values;
      if (values.length > 1) return `${name} was sent ${values.length} times, and taken`;
      if (value === undefined) continue;
      if (!this.request(`${operation.name}?${name}`, schema)(typedValue(schema, value)))
        return `the query has a ${name} that is not allowed`;
    }
    if (!operation.body || !isPlain(sent) || JUDGED_BY_ROW.includes(operation.name)) return undefined;
    const text = sent.body?.toString('utf8') ?? '';
    const body = text === '' ? {} : parsed(text.replace(/^\ufeff/, ''));
    if (body === undefined) return 'a body that is no JSON was taken';
    const validate = this.request(operation.name, operation.body.schema);
    // Names and titles are measured without surrounding white space, which a schema can't say.
    if (validate(body) || validate(trimmed(body))) return undefined;
    return `a body was taken that the document forbids: ${this.ajv.errorsText(validate.errors)}`;
  }

  private request(name: string, schema: object): ValidateFunction {
    const known = this.requests.get(name);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = this.ajv.compile(JSON.parse(text) as object);
    this.requests.set(name, validate);
    return validate;
  }
}

/** The text as JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function correlationProblem(
  sent: OutgoingRequest,
  header: string | string[] | undefined,
  { correlationId }: Envelope,
): string | undefined {
  if (header !== correlationId) return 'the header and the body have different correlation ids';
  const [asked = '', ...more] = [sent.headers['X-Correlation-Id'] ?? []].flat().map((one) => one.replace(OUTER, ''));
  const usable = more.length === 0 && USABLE_CORRELATION_ID.test(asked);
  if (usable && asked !== correlationId) return 'the correlation id is not the one that was sent';
  return usable || isUuid(correlationId) ? undefined : 'the correlation id is neither what was sent nor a UUID';
}

/** Whether the body's bytes are its text. */
function isPlain({ headers }: OutgoingRequest): boolean {
  const type = [headers['Content-Type'] ?? ''].flat()[0];
  return headers['Content-Encoding'] === undefined && !/charset=(?!"?utf-8)/i.test(type);
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)]));
}

/** The value of a parameter, as its schema has it. */
export function typedValue({ type }: Schema, value: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
}
