import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { invalidRequest } from '../errors/service-error.js';
import { OutboxSignal } from '../events/outbox-signal.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import { IdempotencyStore, type FirstUse, type KeyUse } from '../idempotency/idempotency.store.js';
import type { Connection } from '../persistence/connection.js';
import { Database } from '../persistence/database.js';
import { asServiceError, held, isKeyUsed, mayRerun } from '../persistence/database-errors.js';
import type { Scope } from '../persistence/scope.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { Input, WriteOperation } from './operation.js';
import { pathIds, type OperationCall, type OperationOutcome, type Run } from './operation-call.js';
import { OperationRegistry } from './operation-registry.js';
import { admit } from './target.js';
import { sendTrail } from './trail.js';
import { validated } from './validation.js';

const MAX_RUNS = 4;
/** Before another run, so that whoever was preferred gets the locks first; longer each time. */
const RERUN_AFTER_MS = 10;

/** A write that is to be done once: what was called, under which key, with what. */
interface Write {
  operation: WriteOperation;
  call: OperationCall;
  use: KeyUse;
  input: Input<Record<string, string>>;
  handler: Run;
}

/** What a unit of work came to, and the answer that says whether its event is followed. */
interface Done {
  outcome: OperationOutcome;
  trail: ReturnType<typeof sendTrail>;
}

/** Runs writes: the transaction, the key, the change, the audit entry and the event; and replays. */
@Injectable()
export class WriteRunner {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyStore,
    private readonly registry: OperationRegistry,
    private readonly clock: Clock,
    private readonly outbox: OutboxSignal,
  ) {}

  async run(operation: WriteOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    const key = readIdempotencyKey(call.idempotencyKeys);
    const body = await readBody(operation, call);
    const params = pathIds(operation, call);
    const pathTarget = Object.values(params).join('/');
    const use = { operation: operation.name, pathTarget, key, body, oneIntention: operation.oneIntention ?? false };
    const write = { operation, call, use, input: { params, query: {}, body }, handler };
    for (let run = 1; run <= MAX_RUNS; run += 1) {
      if (!this.idempotency.isKnown(call.caller.organizationId, use)) {
        const outcome = await this.first(write, run);
        if (outcome) return outcome;
      }
      const outcome = await this.replay(write);
      if (outcome) return outcome;
    }
    throw held();
  }

  /** The write itself. Undefined where the key turns out to be used, or where it is to be tried again. */
  private async first(write: Write, run: number): Promise<OperationOutcome | undefined> {
    try {
      const { outcome, trail } = await this.database.transaction((connection) => this.unit(write, connection));
      this.idempotency.note(write.call.caller.organizationId, write.use, true);
      if ((await trail).rows[0].followed) this.outbox.committed();
      return outcome;
    } catch (error) {
      if (isKeyUsed(error)) return undefined;
      if (!mayRerun(error) || run === MAX_RUNS) throw asServiceError(error) ?? error;
      await delay(RERUN_AFTER_MS * run * (1 + Math.random()));
      return undefined;
    }
  }

  /**
   * One try of a write, from the claim of its key to what the COMMIT takes along. Nothing waits for the claim: what
   * follows travels with it, and counts for nothing where it fails. Where the path names a target, the caller must have
   * been admitted to it first; else a write that reads nothing is one flight.
   */
  private async unit(
    { operation, call, use, input, handler }: Write,
    connection: Connection,
  ): Promise<{ result: Done; commit: boolean }> {
    const now = this.clock.now();
    const uow = new UnitOfWork(call.caller, now, connection, call.correlationId);
    const keyId = uow.newId();
    const claiming = this.idempotency.claim(connection, call.caller, now, keyId, use);
    claiming.catch(() => undefined);
    try {
      await admit(operation, uow, input.params);
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
  private async replay(write: Write): Promise<OperationOutcome | undefined> {
    const { operation, call, use } = write;
    const first = needsScope(operation)
      ? await this.replayWithin(write)
      : await this.idempotency.findFirst(call.caller, use);
    this.idempotency.note(call.caller.organizationId, use, first !== undefined);
    return first && { status: 200, data: first.result, replayed: true, bodyDiffers: first.bodyDiffers };
  }

  /** Where more is read than the key: whether the caller reaches the target, or what of the result. */
  private replayWithin({ operation, call, use, input }: Write): Promise<FirstUse | undefined> {
    return this.database.read(call.caller, this.clock.now(), async (scope) => {
      const admitting = admit(operation, scope, input.params);
      const finding = this.idempotency.findFirstWithin(scope, use);
      finding.catch(() => undefined);
      await admitting;
      const first = await finding;
      return first && { ...first, result: await this.replayed(operation, scope, input, first.result) };
    });
  }

  private async replayed(operation: WriteOperation, scope: Scope, input: Input, first: unknown): Promise<unknown> {
    if (operation.replayWith) return this.registry.handler(operation.replayWith)(scope, input);
    return operation.narrowReplay ? operation.narrowReplay(scope, first) : first;
  }
}

/** Whether a replay reads more than its key. */
function needsScope(operation: WriteOperation): boolean {
  return 'target' in operation || 'replayWith' in operation || 'narrowReplay' in operation;
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

function withoutShownOnce(operation: WriteOperation, data: unknown): unknown {
  if (!operation.shownOnce) return data;
  return { ...(data as object), ...Object.fromEntries(operation.shownOnce.map((field) => [field, null])) };
}
