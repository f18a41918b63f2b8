import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import type { School } from '../support/school.js';
import { bulkSamples, type BulkSample } from '../conformance/bulk-samples.js';
import { mintedReads, readSamples } from '../conformance/read-samples.js';
import type { Call } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import type { DocumentedOperation } from './api-document.js';
import type { BodyPlan } from './body-plan.js';
import type { Cast } from './cast.js';
import type { OutgoingRequest } from './exchange.js';
import { edited, toText, toTree, type Id, type Tree } from './json-text.js';
import { LAST_CURSOR, type QueryValue, type RequestPlan } from './request-plan.js';

/** A call that works, with further items of a bulk write, which it may refuse. */
interface KnownCall extends Call {
  furtherItems?: readonly object[];
}

type Arrange = (school: School) => Promise<KnownCall>;

/** Items of a bulk write: enough for every list that is made without an item twice. */
const ITEMS = 5;

/** The paths of operations that take the key of a sign-in only. */
const OF_SIGN_INS = /\/me\/passkeys\b/;

/** What the plans of an operation speak of: the cast, and calls that work. */
export class World {
  lastCursor = '';
  /** The call that works has been carried out, and may not work again. */
  usedUp = false;
  private lastKey = randomUUID();

  private signedIn: Awaited<ReturnType<Cast['signedIn']>> = {};

  private constructor(
    readonly operation: DocumentedOperation,
    private readonly cast: Cast,
    private readonly arrange: Arrange,
    private readonly foreignCall: KnownCall,
    private ownCall: KnownCall,
  ) {}

  static async open(cast: Cast, operation: DocumentedOperation): Promise<World> {
    const arrange = arrangeOf(operation.name);
    const world = new World(operation, cast, arrange, await arrange(cast.foreign), await arrange(cast.own));
    if (OF_SIGN_INS.test(operation.template)) world.signedIn = await cast.signedIn();
    return world;
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
    const apiKey =
      typeof caller === 'string' ? (this.signedIn[caller] ?? this.cast.people[caller].client.apiKey ?? '') : caller.key;
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
  private idOf({ whose, name, nth }: Id): string {
    const [school, call] = whose === 'own' ? [this.cast.own, this.ownCall] : [this.cast.foreign, this.foreignCall];
    const { accountId, apiKeyId, memberId } = school.owner;
    const { pathParameters, query } = this.operation;
    const parameters = [...pathParameters, ...query.filter(({ required }) => required).map((one) => one.name)];
    const known = [
      ...[...idsIn([call.body, call.furtherItems])].filter(([field]) => field === name).map(([, id]) => id),
      ...parameters.flatMap((parameter, index) => (parameter === name ? (call.params?.[index] ?? []) : [])),
    ];
    const ofCaller: Record<string, string> = { organizationId: school.id, accountId, actorId: accountId, apiKeyId };
    return ofCaller[name] ?? known[nth % known.length] ?? call.params?.[0] ?? memberId;
  }
}

function arrangeOf(name: string): Arrange {
  const bulk = bulkSamples.filter(({ operation }) => operation.name === name);
  if (bulk.length > 0) return arrangeBulk(bulk);
  const write = samples.find(({ operation }) => operation.name === name);
  if (write) return write.arrange;
  if (mintedReads.some((operation) => operation.name === name)) return () => Promise.resolve({});
  const read = readSamples.find(({ operation }) => operation.name === name);
  if (!read) throw new Error(`${name} has no sample`);
  return async (school) => ({ params: await read.arrange(school) });
}

/** A call of each sample in turn. Further items are those that it refuses. */
function arrangeBulk(bulk: readonly BulkSample[]): Arrange {
  let turn = 0;
  return async (school) => {
    const { arrange, refused } = bulk[turn++ % bulk.length];
    const made = await arrange(school, ITEMS);
    const furtherItems: object[] = [];
    for (const [code, { arrange: refuse }] of Object.entries(refused)) {
      // The arrangement of a full container leaves no place for the others.
      if (!code.endsWith('_full')) furtherItems.push(await refuse(school, made));
    }
    return { params: made.params, body: { ...made.shared, items: made.items }, furtherItems };
  };
}

/** The ids in a value, each with the name of the field that has it. */
function* idsIn(value: unknown, name = ''): Generator<[name: string, id: string]> {
  if (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)) yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [member, one] of Object.entries(value)) yield* idsIn(one, Array.isArray(value) ? name : member);
}
