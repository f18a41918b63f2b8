import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { allows } from '../access/access-rule.js';
import type { Caller } from '../access/caller.js';
import { Clock } from '../clock/clock.js';
import { forbidden, invalidRequest, notFound, ServiceError } from '../errors/service-error.js';
import { OutboxSignal } from '../events/outbox-signal.js';
import { isUuid } from '../fields/identifiers.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import { IdempotencyStore, type KeyUse } from '../idempotency/idempotency.store.js';
import type { Connection } from '../persistence/connection.js';
import { Database } from '../persistence/database.js';
import { asServiceError, held, isCallerChange, isKeyUsed, mayRerun } from '../persistence/database-errors.js';
import type { Scope } from '../persistence/scope.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { pathParameters, type AnyOperation, type Input, type ReadOperation, type WriteOperation } from './operation.js';
import { OperationRegistry } from './operation-registry.js';
import { sendTrail } from './trail.js';
import { validated } from './validation.js';

const MAX_RUNS = 4;

/** A call of an operation, whatever door it came through. */
export interface OperationCall {
  caller: Caller;
  /** Reads the caller anew; there where the caller may be a remembered one. */
  authenticate?: () => Promise<Caller>;
  correlationId: string;
  params: Record<string, string>;
  query: unknown;
  /** Read only when authentication, role and Idempotency-Key have passed. Undefined where no body was sent. */
  readBody: () => Promise<unknown>;
  /** The Idempotency-Key header, as often as it was sent. */
  idempotencyKeys: readonly string[];
}

export interface OperationOutcome {
  status: number;
  data: unknown;
  /** Absent on reads. */
  replayed?: boolean;
  /** The key was first used with another body. */
  bodyDiffers?: boolean;
}

type Run = (scope: Scope, input: Input) => Promise<unknown>;

/** Runs declared operations: the order of checks, the transaction, the key, the audit entry and the event. */
@Injectable()
export class OperationRunner {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyStore,
    private readonly registry: OperationRegistry,
    private readonly clock: Clock,
    private readonly outbox: OutboxSignal,
  ) {}

  /** Role alone decides, before anything is looked up. */
  authorize(operation: AnyOperation, caller: Caller): void {
    if (allows(operation.access, caller)) return;
    throw operation.access.refusal === 'not_found' ? notFound() : forbidden();
  }

  async run(operation: AnyOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    try {
      return await this.runFor(operation, call, handler);
    } catch (error) {
      const { caller: remembered, authenticate } = call;
      if (!remembered.unconfirmed || !authenticate || !mayBeOutdated(error)) throw error;
      const caller = await authenticate();
      const unchanged = isDeepStrictEqual({ ...caller, unconfirmed: remembered.unconfirmed }, remembered);
      if (unchanged && !isCallerChange(error)) throw error;
      return this.runFor(operation, { ...call, caller }, handler);
    }
  }

  private runFor(operation: AnyOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    this.authorize(operation, call.caller);
    return operation.kind === 'read' ? this.read(operation, call, handler) : this.write(operation, call, handler);
  }

  private async read(operation: ReadOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    const query = operation.query ? validated(operation.query as never, call.query) : {};
    const params = pathIds(operation, call);
    const data = await this.database.read(call.caller, this.clock.now(), async (scope) => {
      // A read changes nothing, so what it asks for may travel with the question whether the caller may have it.
      const admitting = this.admit(operation, scope, params);
      const reading = handler(scope, { params, query, body: undefined });
      reading.catch(() => undefined);
      await admitting;
      return reading;
    });
    return { status: 200, data };
  }

  private async write(operation: WriteOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    const key = readIdempotencyKey(call.idempotencyKeys);
    const body = await readBody(operation, call);
    const params = pathIds(operation, call);
    const use: KeyUse = {
      operation: operation.name,
      pathTarget: Object.values(params).join('/'),
      key,
      body,
      oneIntention: operation.oneIntention ?? false,
    };
    const input = { params, query: {}, body };
    const { organizationId } = call.caller;
    for (let run = 1; run <= MAX_RUNS; run += 1) {
      if (!this.idempotency.isKnown(organizationId, use)) {
        const outcome = await this.first(operation, call, use, input, handler, run < MAX_RUNS);
        if (outcome) return outcome;
      }
      const outcome = await this.replay(operation, call, use, input);
      if (outcome) return outcome;
    }
    throw held();
  }

  /** The write itself. Undefined where the key turns out to be used, or where it is to be tried again. */
  private async first(
    operation: WriteOperation,
    call: OperationCall,
    use: KeyUse,
    input: Input<Record<string, string>>,
    handler: Run,
    mayRunAgain: boolean,
  ): Promise<OperationOutcome | undefined> {
    try {
      const { outcome, trail } = await this.database.transaction((connection) =>
        this.unit(operation, call, use, input, handler, connection),
      );
      this.idempotency.note(call.caller.organizationId, use, true);
      if ((await trail).rows[0].followed) this.outbox.committed();
      return outcome;
    } catch (error) {
      if (isKeyUsed(error) || (mayRunAgain && mayRerun(error))) return undefined;
      throw asServiceError(error) ?? error;
    }
  }

  /**
   * One try of a write, from the claim of its key to what the COMMIT takes along. Nothing waits for the claim: what
   * follows travels with it, and counts for nothing where it fails. Where the path names a target, the caller must have
   * been admitted to it first; else a write that reads nothing is one flight.
   */
  private async unit(
    operation: WriteOperation,
    call: OperationCall,
    use: KeyUse,
    input: Input<Record<string, string>>,
    handler: Run,
    connection: Connection,
  ): Promise<{ result: { outcome: OperationOutcome; trail: ReturnType<typeof sendTrail> }; commit: boolean }> {
    const now = this.clock.now();
    const uow = new UnitOfWork(call.caller, now, connection, call.correlationId);
    const keyId = uow.newId();
    const claiming = this.idempotency.claim(connection, call.caller, now, keyId, use);
    claiming.catch(() => undefined);
    try {
      await this.admit(operation, uow, input.params);
      const data = await handler(uow, input);
      await uow.complete();
      const trail = sendTrail(connection, operation, uow, { keyId, result: withoutShownOnce(operation, data) });
      return { result: { outcome: { status: operation.status, data, replayed: false }, trail }, commit: true };
    } catch (error) {
      // A key that was used comes before whatever was refused behind it.
      await claiming;
      throw error;
    }
  }

  /** The first result once more, as far as the caller reaches it. Undefined where the key is not used (any more). */
  private async replay(
    operation: WriteOperation,
    call: OperationCall,
    use: KeyUse,
    input: Input<Record<string, string>>,
  ): Promise<OperationOutcome | undefined> {
    const { caller } = call;
    const outcome = await this.database.read(caller, this.clock.now(), async (scope) => {
      const admitting = this.admit(operation, scope, input.params);
      const finding = this.idempotency.findFirst(scope, use);
      finding.catch(() => undefined);
      await admitting;
      const first = await finding;
      if (!first) return undefined;
      const data = await this.replayed(operation, scope, input, first.result);
      return { status: 200, data, replayed: true, bodyDiffers: first.bodyDiffers };
    });
    this.idempotency.note(caller.organizationId, use, outcome !== undefined);
    return outcome;
  }

  private async replayed(
    operation: WriteOperation,
    scope: Scope,
    input: Input<Record<string, string>>,
    first: unknown,
  ): Promise<unknown> {
    if (operation.replayWith) return this.registry.handler(operation.replayWith)(scope, input);
    return operation.narrowReplay ? operation.narrowReplay(scope, first) : first;
  }

  private async admit(operation: AnyOperation, scope: Scope, params: Record<string, string>): Promise<void> {
    const [first] = pathParameters(operation);
    if (first !== undefined) await operation.target?.(scope, params[first]);
  }
}

/** Whether a remembered caller may have led to it: a refusal, unlike a failure, depends on who asks. */
function mayBeOutdated(error: unknown): boolean {
  return isCallerChange(error) || (error instanceof ServiceError && error.status < 500);
}

async function readBody(operation: WriteOperation, call: OperationCall): Promise<unknown> {
  const sent = await call.readBody();
  // No body at all is an empty one: a command whose fields are all optional can be sent without.
  if (operation.body) return validated(operation.body as never, sent === undefined ? {} : sent);
  if (sent === undefined) return {};
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalidRequest('A JSON object is required.');
  if (operation.emptyBody && Object.keys(sent).length > 0) throw invalidRequest('The body must be an empty object.');
  return {};
}

/** The path's ids in lower case; one that is no UUID names nothing. */
function pathIds(operation: AnyOperation, call: OperationCall): Record<string, string> {
  return Object.fromEntries(
    pathParameters(operation).map((name) => {
      const id = call.params[name];
      if (!isUuid(id)) throw notFound();
      return [name, id.toLowerCase()];
    }),
  );
}

function withoutShownOnce(operation: WriteOperation, data: unknown): unknown {
  if (!operation.shownOnce) return data;
  return { ...(data as object), ...Object.fromEntries(operation.shownOnce.map((field) => [field, null])) };
}
