import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import type { School } from '../support/school.js';
import { readSamples } from '../conformance/read-samples.js';
import type { Call } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import type { DocumentedOperation } from './api-document.js';
import type { BodyPlan } from './body-plan.js';
import type { Cast } from './cast.js';
import type { OutgoingRequest } from './exchange.js';
import { edited, toText, toTree, type Id, type Tree } from './json-text.js';
import { LAST_CURSOR, type QueryValue, type RequestPlan } from './request-plan.js';

type Arrange = (school: School) => Promise<Call>;

/** What the plans of an operation speak of: the cast, and calls that work. */
export class World {
  lastCursor = '';
  /** The call that works has been carried out, and may not work again. */
  usedUp = false;
  private lastKey = randomUUID();

  private constructor(
    readonly operation: DocumentedOperation,
    private readonly cast: Cast,
    private readonly arrange: Arrange,
    private readonly foreignCall: Call,
    private ownCall: Call,
  ) {}

  static async open(cast: Cast, operation: DocumentedOperation): Promise<World> {
    const arrange = arrangeOf(operation.name);
    return new World(operation, cast, arrange, await arrange(cast.foreign), await arrange(cast.own));
  }

  /** The request that a plan comes to now. */
  async outgoing(plan: RequestPlan): Promise<OutgoingRequest> {
    if (this.usedUp && plan.idempotencyKey !== 'last') {
      this.ownCall = await this.arrange(this.cast.own);
      this.usedUp = false;
    }
    const text = this.bodyOf(plan.body);
    const plain = text === undefined ? undefined : Buffer.from(text, 'utf8');
    return {
      method: this.operation.method,
      target: this.pathOf(plan) + this.queryOf(plan.query),
      headers: this.headersOf(plan, plain !== undefined),
      body: plain !== undefined && plan.framing === 'gzip' ? gzipSync(plain) : plain,
      chunked: plan.framing === 'chunks',
    };
  }

  private pathOf({ path }: RequestPlan): string {
    const own = this.ownCall.params ?? [];
    const ids = [...(path === 'own' ? own : path === 'capitals' ? own.map((id) => id.toUpperCase()) : [])];
    if (path === 'foreign') ids.push(...(this.foreignCall.params ?? []));
    if (Array.isArray(path)) ids.push(...path);
    return this.operation.template.replace(/\{\w+\}/g, () => ids.shift() ?? '');
  }

  private queryOf(query: [string, QueryValue][]): string {
    if (query.length === 0) return '';
    const pairs = query.map(([name, value]) => {
      const text = value === LAST_CURSOR ? this.lastCursor : typeof value === 'string' ? value : this.idOf(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`;
    });
    return `?${pairs.join('&')}`;
  }

  private headersOf(plan: RequestPlan, withBody: boolean): Record<string, string | string[]> {
    const { caller, correlationId, contentType, framing } = plan;
    if (plan.idempotencyKey === 'fresh') this.lastKey = randomUUID();
    const idempotencyKey = typeof plan.idempotencyKey === 'string' ? [this.lastKey] : plan.idempotencyKey;
    const apiKey = typeof caller === 'string' ? (this.cast.people[caller].client.apiKey ?? '') : caller.key;
    const encoding = { gzip: 'gzip', 'called gzip': 'gzip', 'called snappy': 'snappy' }[framing as string];
    return {
      'x-api-key': apiKey,
      ...(idempotencyKey.length > 0 ? { 'Idempotency-Key': [...idempotencyKey] } : {}),
      ...(correlationId.length > 0 ? { 'X-Correlation-Id': [...correlationId] } : {}),
      ...(withBody && contentType.length > 0 ? { 'Content-Type': contentType[0] } : {}),
      ...(withBody && encoding !== undefined ? { 'Content-Encoding': encoding } : {}),
    };
  }

  private bodyOf(plan: BodyPlan): string | undefined {
    const idOf = (id: Id) => this.idOf(id);
    const sample = () => toTree(this.ownCall.body ?? {});
    switch (plan.from) {
      case 'nothing':
        return undefined;
      case 'text':
        return plan.text;
      case 'cut sample':
        return toText(sample(), idOf).slice(0, plan.after);
      default: {
        const start: Tree = plan.from === 'sample' ? sample() : toTree(plan.value);
        return toText(plan.edits.reduce(edited, start), idOf);
      }
    }
  }

  /** An id by the name of the field or parameter that takes it; one of something else where the school has none. */
  private idOf({ whose, name }: Id): string {
    const [school, call] = whose === 'own' ? [this.cast.own, this.ownCall] : [this.cast.foreign, this.foreignCall];
    const account = school.owner.accountId;
    const byName: Record<string, string | undefined> = {
      ...Object.fromEntries(this.operation.pathParameters.map((parameter, index) => [parameter, call.params?.[index]])),
      ...idsIn(call.body),
      ...{ organizationId: school.id, accountId: account, actorId: account, apiKeyId: school.owner.apiKeyId },
    };
    return byName[name] ?? call.params?.[0] ?? school.owner.memberId;
  }
}

function arrangeOf(name: string): Arrange {
  const write = samples.find(({ operation }) => operation.name === name);
  if (write) return write.arrange;
  const read = readSamples.find(({ operation }) => operation.name === name);
  if (!read) throw new Error(`${name} has no sample`);
  return async (school) => ({ params: await read.arrange(school) });
}

/** The ids in a sample's body, by the names of their fields. */
function idsIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, string][] => {
      if (typeof member === 'string') return /^[0-9a-f-]{36}$/.test(member) ? [[name, member]] : [];
      if (Array.isArray(member) && typeof member[0] === 'string') return Object.entries(idsIn({ [name]: member[0] }));
      return Object.entries(idsIn(member));
    }),
  );
}
