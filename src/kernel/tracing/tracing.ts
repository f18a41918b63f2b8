import { setTimeout as delay } from 'node:timers/promises';
import {
  context,
  propagation,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { ServiceError } from '../errors/service-error.js';

export { SpanKind, type Span } from '@opentelemetry/api';

const SERVICE = 'delivery-service';
/** A collector that does not answer must not delay the stop for longer. */
const EXPORTED_WITHIN_MS = 3_000;

interface SpanDescription {
  /** Low cardinality: no ids. */
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Runs the work in a span, which it gets, if spans are recorded. A failure, other than a refusal, is the status ERROR. */
export function traced<Result>(
  { name, kind = SpanKind.INTERNAL, attributes }: SpanDescription,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const span = startSpan({ name, kind, attributes });
  if (!span) return work();
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work(span);
    } catch (error) {
      if (!isRefusal(error)) fail(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs a statement in a span, where it is part of something traced: the polling of a worker is not. */
export function tracedStatement<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return traced({ name, kind: SpanKind.CLIENT, attributes }, work);
}

/** Undefined where the operator has registered no SDK: the API then makes spans without a trace. */
function startSpan({ name, kind, attributes }: SpanDescription, parent?: Context): Span | undefined {
  const span = trace.getTracer(SERVICE).startSpan(name, { kind, attributes }, parent);
  return isSpanContextValid(span.spanContext()) ? span : undefined;
}

/** The span of a request from outside, which the caller ends. */
export interface IncomingSpan {
  span: Span;
  /** Runs in the context of the span. */
  within: (work: () => void) => void;
}

/** Begins the span of a request from outside, as a child of its `traceparent`. Undefined when no spans are recorded. */
export function incomingSpan(description: SpanDescription, headers: object): IncomingSpan | undefined {
  const parent = propagation.extract(context.active(), headers);
  const span = startSpan({ ...description, kind: SpanKind.SERVER }, parent);
  return span && { span, within: (work) => context.with(trace.setSpan(parent, span), work) };
}

/** Gives the span the status ERROR. `type` is of low cardinality: a status, or the name of an error. */
export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * The headers with which another system continues the current trace: `traceparent` and `tracestate`, or none. Not the baggage:
 * clients and proxies put values into it that are not for others.
 */
export function outgoingHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(propagation.deleteBaggage(context.active()), headers);
  return headers;
}

/** Binds work to the current trace, whoever starts it later. */
export function inThisTrace<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return context.bind(context.active(), work);
}

/** Runs work that a request or delivery happens to start, without being part of it. */
export function outsideTraces<Result>(work: () => Result): Result {
  return context.with(ROOT_CONTEXT, work);
}

/** The provider of an SDK, as the API hands it out: behind a provider of its own, and without `forceFlush` in its types. */
interface RegisteredProvider {
  getDelegate?: () => { forceFlush?: () => Promise<void> };
}

/** Waits until the SDK has exported all spans that have ended. Never rejects: the SDK logs its failures itself. */
export async function flushSpans(): Promise<void> {
  const provider = (trace.getTracerProvider() as RegisteredProvider).getDelegate?.();
  if (!provider?.forceFlush) return;
  const exported = provider.forceFlush().catch(() => undefined);
  await Promise.race([exported, delay(EXPORTED_WITHIN_MS)]);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status < 500;
}

/** Not the message, which may contain values. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}
