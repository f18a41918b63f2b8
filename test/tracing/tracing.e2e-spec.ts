import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { app, receiver, school, setUp } from '../webhooks/set-up.js';
import { createGroup, subscribeAndVerify, workerOf } from '../webhooks/subscribing.js';
import { until } from '../support/until.js';

setUp();

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => provider.register());
afterAll(async () => {
  for (const api of [trace, context, propagation]) api.disable();
  await provider.shutdown();
});
beforeEach(() => exporter.reset());
afterEach(() => exporter.reset());

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };

/** The spans of a trace, when the request's own has ended. */
async function spansOf(traceId: string): Promise<ReadableSpan[]> {
  const own = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  await until(() => own().some(({ kind }) => kind === SpanKind.SERVER));
  return own();
}

/** A span that is no statement: that of a list has the name of its operation. */
const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find((span) => span.name === name && !('db.system.name' in span.attributes));
  if (!found) throw new Error(`no span is named ${name}: ${spans.map((span) => span.name).join(', ')}`);
  return found;
};
const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan) => span.spanContext().spanId;

describe('a request', () => {
  it('continues the trace of its traceparent: the request, the operation, its statements', async () => {
    const body = { name: 'Level canary', type: 'level', scope: 'organization' };
    const { status } = await school.owner.client.post('/groups?secret=canary', body, { headers });
    expect(status).toBe(201);
    const spans = await spansOf(TRACE);
    const request = named(spans, 'POST /api/v1/groups');
    expect([request.kind, parentOf(request), request.status.code]).toEqual([
      SpanKind.SERVER,
      PARENT,
      SpanStatusCode.UNSET,
    ]);
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/groups',
      'http.response.status_code': 201,
      'url.scheme': 'http',
      'delivery.operation': 'create_group',
      'delivery.organization_id': school.id,
    });
    const operation = named(spans, 'create_group');
    expect([parentOf(operation), operation.attributes]).toEqual([
      idOf(request),
      { 'delivery.organization_id': school.id, 'delivery.replayed': false },
    ]);
    const statements = spans.filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']));
    for (const statement of statements) {
      expect(statement.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': statement.name });
      expect(spans.map(idOf)).toContain(parentOf(statement));
    }
    // Neither values nor keys.
    const text = JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]));
    expect(text).not.toMatch(/canary|dsk_/);
    const lines = app
      .logged()
      .split('\n')
      .filter((line) => line.includes(TRACE));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ traceId: TRACE, operation: 'create_group', status: 201 }),
    ]);
  });

  it('that lists rows has the list as a statement', async () => {
    await school.owner.client.get('/groups', { headers });
    const spans = await spansOf(TRACE);
    const [list] = spans.filter(({ name, kind }) => name === 'list_groups' && kind === SpanKind.CLIENT);
    expect(list.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': 'list_groups' });
    expect(parentOf(list)).toBe(idOf(named(spans, 'list_groups')));
  });

  it('that is refused is no error of the service, and a replay says that it is one', async () => {
    const idempotencyKey = randomUUID();
    const body = { name: 'Level one', type: 'level', scope: 'organization' };
    await school.owner.client.post('/groups', body, { idempotencyKey });
    exporter.reset();
    await school.owner.client.post('/groups', body, { idempotencyKey, headers });
    expect(named(await spansOf(TRACE), 'create_group').attributes).toMatchObject({ 'delivery.replayed': true });
    exporter.reset();
    expect((await school.owner.client.get(`/groups/${randomUUID()}`, { headers })).status).toBe(404);
    const refused = await spansOf(TRACE);
    expect(['GET /api/v1/groups/:groupId', 'get_group'].map((name) => named(refused, name).status.code)).toEqual([
      SpanStatusCode.UNSET,
      SpanStatusCode.UNSET,
    ]);
  });

  it('that fails by a fault of the service has the status ERROR, without the message', async () => {
    await app.rows.query('alter table groups rename to groups_away');
    try {
      expect((await school.owner.client.get(`/groups/${randomUUID()}`, { headers })).status).toBe(500);
    } finally {
      await app.rows.query('alter table groups_away rename to groups');
    }
    const request = named(await spansOf(TRACE), 'GET /api/v1/groups/:groupId');
    expect([request.status, request.attributes['error.type']]).toEqual([{ code: SpanStatusCode.ERROR }, '500']);
  });

  it('among many at once has what belongs to it and nothing else', async () => {
    const traceIds = Array.from({ length: 20 }, () => randomUUID().replaceAll('-', ''));
    const answers = await Promise.all(
      traceIds.flatMap((traceId) => [
        school.owner.client.get(`/groups/${randomUUID()}`, { headers: { traceparent: `00-${traceId}-${PARENT}-01` } }),
        school.owner.client.get('/groups'),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 200]));
    const ofKind = (spans: readonly ReadableSpan[], kind: SpanKind) => spans.filter((span) => span.kind === kind);
    await until(() => ofKind(exporter.getFinishedSpans(), SpanKind.SERVER).length === answers.length);
    const all = exporter.getFinishedSpans();
    for (const traceId of traceIds) {
      const own = all.filter((span) => span.spanContext().traceId === traceId);
      const names = own.filter(({ kind }) => kind !== SpanKind.CLIENT).map(({ name }) => name);
      expect(names.sort()).toEqual(['GET /api/v1/groups/:groupId', 'get_group']);
    }
    const others = ofKind(all, SpanKind.SERVER).filter((span) => !traceIds.includes(span.spanContext().traceId));
    expect(others.map(parentOf)).toEqual(traceIds.map(() => undefined));
    expect(new Set(others.map((span) => span.spanContext().traceId)).size).toBe(traceIds.length);
  });

  it('of a monitor is not traced', async () => {
    for (const path of ['/health/ready', '/health/live', '/metrics']) await fetch(`${app.url}${path}`, { headers });
    await school.owner.client.get('/groups', { headers });
    const requests = (await spansOf(TRACE)).filter(({ kind }) => kind === SpanKind.SERVER);
    expect(requests.map(({ name }) => name)).toEqual(['GET /api/v1/groups']);
  });
});

describe('a tool call of an agent', () => {
  it('has the operation below the request', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_programs', arguments: {} } };
    const accept = 'application/json, text/event-stream';
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        'x-api-key': String(school.owner.client.apiKey),
        accept,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    const spans = await spansOf(TRACE);
    expect(parentOf(named(spans, 'list_programs'))).toBe(idOf(named(spans, 'POST /mcp')));
  });
});

describe('a delivery', () => {
  it('is a trace of its own, which the receiver continues by traceparent', async () => {
    await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    exporter.reset();
    await workerOf(app).runOnce();
    const [arrival] = receiver.arrivals;
    const spans = exporter.getFinishedSpans();
    const [delivery, request] = [named(spans, 'deliver webhook'), named(spans, 'POST')];
    expect(parentOf(request)).toBe(idOf(delivery));
    expect(arrival.headers.traceparent).toBe(`00-${request.spanContext().traceId}-${idOf(request)}-01`);
    expect(receiver.isSigned(arrival)).toBe(true);
    expect(delivery.attributes).toEqual({
      'delivery.organization_id': school.id,
      'delivery.subscription_id': expect.any(String),
      'delivery.delivery_id': expect.any(String),
    });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'server.address': '127.0.0.1',
      'url.scheme': 'http',
    });
  });

  it('among many has the statements of its own batches only', async () => {
    await subscribeAndVerify(app, school, receiver);
    for (let n = 0; n < 150; n += 1) await createGroup(school);
    exporter.reset();
    await workerOf(app).runOnce();
    const spans = exporter.getFinishedSpans();
    expect(spans.filter(({ name }) => name === 'deliver webhook')).toHaveLength(150);
    const begun = new Map<string, number>();
    for (const span of spans.filter(({ name }) => name === 'begin')) {
      const { traceId } = span.spanContext();
      begun.set(traceId, (begun.get(traceId) ?? 0) + 1);
    }
    // The clearance and the record of an attempt, with those of deliveries that joined it.
    expect(Math.max(...begun.values())).toBeLessThanOrEqual(2);
    expect(begun.size).toBeGreaterThan(2);
  });

  it('of a test message continues the request, without its baggage', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const received = receiver.arrivals.length;
    const withBaggage = { ...headers, tracestate: 'vendor=1', baggage: 'user=canary' };
    const sent = await school.owner.client.post(`/webhook-subscriptions/${id}/test`, {}, { headers: withBaggage });
    expect(sent.status).toBe(200);
    const arrival = receiver.arrivals[received];
    const request = named(await spansOf(TRACE), 'POST');
    expect(arrival.headers).toMatchObject({ traceparent: `00-${TRACE}-${idOf(request)}-01`, tracestate: 'vendor=1' });
    expect(JSON.stringify(arrival)).not.toContain('canary');
    expect(receiver.isSigned(arrival)).toBe(true);
  });

  it('that fails says by what', async () => {
    receiver.behave = () => ({ status: 503 });
    await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    exporter.reset();
    await workerOf(app).runOnce();
    const request = named(exporter.getFinishedSpans(), 'POST');
    expect([request.status.code, request.attributes['error.type']]).toEqual([SpanStatusCode.ERROR, '503']);
  });
});

describe('without an SDK', () => {
  it('nothing is added to a request that is sent', async () => {
    for (const api of [trace, context, propagation]) api.disable();
    try {
      await subscribeAndVerify(app, school, receiver);
      await createGroup(school);
      await workerOf(app).runOnce();
      expect(receiver.arrivals[0].headers.traceparent).toBeUndefined();
      expect(exporter.getFinishedSpans()).toEqual([]);
    } finally {
      provider.register();
    }
  });
});
