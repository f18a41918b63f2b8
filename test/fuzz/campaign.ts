import fc from 'fast-check';
import type { ApiDocument, DocumentedOperation } from './api-document.js';
import { Cast } from './cast.js';
import type { Door } from './door.js';
import { Connection, type Answer, type OutgoingRequest } from './exchange.js';
import { Judgement, parsed, type Envelope } from './judgement.js';
import { requestPlan, usualPlan, type RequestPlan } from './request-plan.js';
import { World } from './world.js';
import type { TestApp } from '../support/test-app.js';

export interface Effort {
  /** Each operation's own is this one and its place in the document. */
  seed: number;
  /** Requests to each operation. */
  requests: number;
  /** No operation gets more time than this, the search for its smallest failing request included. */
  limitMs: number;
}

/** What came of a campaign. */
export class Tally {
  requests = 0;
  readonly byStatus = new Map<number, number>();
  replays = 0;
  /** Of each operation, without replays. */
  private readonly carriedOut = new Map<string, number>();

  note({ name }: DocumentedOperation, status: number, replayed: boolean): void {
    this.requests += 1;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    if (replayed) this.replays += 1;
    else if (status < 300) this.carriedOut.set(name, this.timesOf(name) + 1);
  }

  /** How often the operation was carried out. */
  timesOf(name: string): number {
    return this.carriedOut.get(name) ?? 0;
  }

  toString(): string {
    const statuses = [...this.byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return `${this.requests} requests; ${statuses.join(', ')}; replays: ${this.replays}`;
  }
}

/** Sends an operation many requests, and holds what comes back and what is stored against the document. */
export class Campaign {
  readonly tally = new Tally();
  private readonly judgement: Judgement;
  private hasSentAgain = false;

  private constructor(
    private readonly app: TestApp,
    private readonly cast: Cast,
    private readonly document: ApiDocument,
    private readonly effort: Effort,
    private readonly door: Door,
  ) {
    this.judgement = new Judgement(document);
  }

  static async open(app: TestApp, document: ApiDocument, effort: Effort, door: Door): Promise<Campaign> {
    return new Campaign(app, await Cast.open(app), document, effort, door);
  }

  /** Throws, with the smallest request that was found to do it, where an answer is not as documented. */
  async fuzz(operation: DocumentedOperation): Promise<void> {
    const { seed, requests, limitMs } = this.effort;
    const world = await World.open(this.cast, operation);
    const connection = new Connection(this.app.url);
    const foreign = await this.cast.foreignDigest();
    try {
      const property = fc.asyncProperty(requestPlan(this.document, operation), (plan) =>
        this.check(world, connection, plan),
      );
      await fc.assert(property, {
        seed: seed + this.document.operations.indexOf(operation),
        numRuns: requests,
        examples: [[usualPlan(this.document, operation)]],
        interruptAfterTimeLimit: limitMs,
        markInterruptAsFailure: false,
        includeErrorInReport: true,
      });
      await this.checkAlive(connection);
    } finally {
      connection.close();
    }
    if ((await this.cast.foreignDigest()) !== foreign) throw new Error("another organization's rows have changed");
    const smuggled = await this.cast.smuggledRow();
    if (smuggled !== undefined) throw new Error(`a row holds what a body had smuggled in: ${smuggled}`);
  }

  private async check(world: World, connection: Connection, plan: RequestPlan): Promise<void> {
    const { operation } = world;
    const { sent, meant } = this.door.enter(operation, await world.outgoing(this.door.plan(plan)));
    const came = await this.exchange(connection, sent);
    const answer = this.door.read(operation, came, sent);
    const envelope = parsed(answer?.text ?? '') as Envelope | undefined;
    this.tally.note(operation, answer?.status ?? 400, envelope?.replayed ?? false);
    if (!answer) return;
    // What the tool's schema does not name is refused, which the document of the REST operation does not say.
    if (answer.status === 400 && answer.text.includes('"issue":"is unknown"')) return;
    const problem =
      this.judgement.problem(operation, meant, answer) ?? (await this.trailProblem(world, plan, envelope as Envelope));
    if (problem !== undefined) {
      const logged = this.loggedOf(came);
      throw new Error(`${problem}\n${shown(sent)}\n${came.status} ${came.text.slice(0, 1_000)}\n${logged}`);
    }
    world.usedUp ||= world.operation.writes && answer.status < 300;
    world.lastCursor = envelope?.data?.nextCursor ?? world.lastCursor;
  }

  /**
   * One answer of a campaign may be that the service is not available: on a machine that stands still for seconds a request
   * waits in vain for a connection. As clients should, it is sent again.
   */
  private async exchange(connection: Connection, sent: OutgoingRequest): Promise<Answer> {
    const attempt = (): Promise<Answer> =>
      connection.exchange(sent).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${shown(sent)}`);
      });
    const answer = await attempt();
    if (this.hasSentAgain || !answer.text.includes('"code":"unavailable"')) return answer;
    this.hasSentAgain = true;
    console.warn(`sent again: ${shown(sent)}\n${this.loggedOf(answer)}`);
    return attempt();
  }

  /** What is carried out leaves its entry in the caller's own trail; what is refused leaves none. */
  private async trailProblem(world: World, plan: RequestPlan, envelope: Envelope): Promise<string | undefined> {
    // An id that the client chose may be an earlier request's too, and a stranger's trail is elsewhere.
    if (!world.operation.writes || plan.caller === 'stranger' || plan.correlationId.length > 0) return undefined;
    const { rows } = await this.cast.own.rows<{ action: string }>(
      'select action from audit_entries where organization_id = $1 and correlation_id = $2',
      envelope.correlationId,
    );
    if (!envelope.success || envelope.replayed) {
      return rows.length === 0 ? undefined : `${rows.length} audit entries for what was not carried out`;
    }
    // An entry has the name of an event, except that of a write without an event of its own: there is one at most.
    const { events } = world.operation;
    const withoutEvent = rows.filter(({ action }) => !events.includes(action)).length;
    const isRight =
      withoutEvent === 1 || (withoutEvent === 0 && (events.length > 1 ? rows.length > 0 : rows.length === 1));
    return isRight
      ? undefined
      : `${rows.length} audit entries, ${withoutEvent} without an event, for ${events.join(', ')}`;
  }

  /** What the service logged of the request. */
  private loggedOf({ headers }: Answer): string {
    const id = String(headers['x-correlation-id']);
    const lines = this.app.logged().split('\n');
    return lines.filter((line) => line.includes(id)).join('\n');
  }

  private async checkAlive(connection: Connection): Promise<void> {
    const { text } = await connection.exchange({ method: 'GET', target: '/health/live', headers: {} });
    if (text !== '{"status":"alive"}') throw new Error(`the process is not alive: ${text}`);
  }
}

function shown({ method, target, headers, body, chunked }: OutgoingRequest): string {
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'x-api-key')
    .map(([name, value]) => `${name}: ${[value].flat().join(' | ')}`);
  const text = body?.toString('utf8') ?? '(no body)';
  const start = text.length > 1_500 ? `${text.slice(0, 1_500)} … ${text.length} characters` : text;
  return [`${method} ${target}`, ...lines, ...(chunked ? ['(in chunks)'] : []), '', start].join('\n');
}
