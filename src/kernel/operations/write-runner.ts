import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { invalidRequest, ServiceError } from '../errors/service-error.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import { IdempotencyStore, type FirstUse, type KeyUse } from '../idempotency/idempotency.store.js';
import type { Connection } from '../persistence/connection.js';
import { Database } from '../work/database.js';
import { asServiceError, isKeyUsed, lockedByAnother, mayRerun } from '../persistence/database-errors.js';
import type { Scope } from '../work/scope.js';
import { UnitOfWork } from '../work/unit-of-work.js';
import { consistencyToken } from '../standby/consistency-token.js';
import { PositionSamples } from '../persistence/position-samples.js';
import { positionIn, walPosition } from '../persistence/wal-position.js';
import { OutboxSignal } from '../trail/outbox-signal.js';
import { sendTrail } from '../trail/trail.js';
import type { Input, WriteOperation } from './operation.js';
import { pathIds, type OperationCall, type OperationOutcome } from './operation-call.js';
import { OperationRegistry } from './operation-registry.js';
import { authorizeTarget } from './authorize-target.js';
import { checkMatch, entityTag, hasEntityTag, readIfMatch, representationOf } from './representation.js';
import { NoFields, validated } from '../fields/validation.js';

const MAX_RUNS = 4;
/** Multiplied by the number of runs, so that the transaction that won can finish first. */
const RERUN_AFTER_MS = 10;

interface Write {
  operation: WriteOperation;
  call: OperationCall;
  use: KeyUse;
  input: Input<Record<string, string>>;
  ifMatch: readonly string[] | undefined;
}

/** Runs writes: one transaction with the claim of the key, the change, the audit entry and the event. Also replays. */
@Injectable()
export class WriteRunner {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyStore,
    private readonly registry: OperationRegistry,
    private readonly clock: Clock,
    private readonly outbox: OutboxSignal,
    private readonly positions: PositionSamples,
  ) {}

  async run(operation: WriteOperation, call: OperationCall): Promise<OperationOutcome> {
    const key = readIdempotencyKey(call.idempotencyKeys);
    const ifMatch = readIfMatch(operation, call.ifMatch);
    const body = await readBody(operation, call);
    const params = pathIds(operation, call);
    const isOwn = operation.keyScope === 'account';
    const pathTarget = [...(isOwn ? [call.caller.accountId] : []), ...Object.values(params)].join('/');
    const keyScope = operation.keyScope === 'organization' ? 'organization' : 'target';
    const use: KeyUse = { operation: operation.name, pathTarget, key, body, keyScope };
    const write = { operation, call, use, input: { params, query: {}, body }, ifMatch };
    for (let run = 1; run <= MAX_RUNS; run += 1) {
      if (!this.idempotency.isKnown(call.caller.organizationId, use)) {
        const outcome = await this.first(write, run);
        if (outcome) return this.secondStep(write, outcome);
      }
      const outcome = await this.replay(write);
      if (outcome) return this.secondStep(write, outcome);
    }
    throw lockedByAnother();
  }

  /** The first run. Undefined when the key turns out to be used, or when the write is to be run again. */
  private async first(write: Write, run: number): Promise<OperationOutcome | undefined> {
    try {
      const { result, position } = await this.database.write(write.call.caller, (connection) =>
        this.unit(write, connection),
      );
      const { outcome, trail } = result;
      if (position !== undefined) outcome.consistencyToken = consistencyToken(position);
      this.idempotency.note(write.call.caller.organizationId, write.use, true);
      if (await trail) this.outbox.committed();
      return outcome;
    } catch (error) {
      if (isKeyUsed(error)) return undefined;
      if (!mayRerun(error) || run === MAX_RUNS) throw asServiceError(error) ?? error;
      await delay(RERUN_AFTER_MS * run * (1 + Math.random()));
      return undefined;
    }
  }

  private async secondStep({ operation, call }: Write, outcome: OperationOutcome): Promise<OperationOutcome> {
    const complete = this.registry.afterCommit(operation);
    if (!complete) return outcome;
    const { data, replayed = false } = outcome;
    return { ...outcome, data: await complete({ organizationId: call.caller.organizationId, data, replayed }) };
  }

  /**
   * The transaction up to its COMMIT. Nothing waits for the claim: the statements behind it are sent together with it, and
   * fail with it. Without a target to authorize, a write that reads nothing takes one round trip.
   */
  private async unit(write: Write, connection: Connection) {
    const { operation, call, use, input } = write;
    const now = call.at ?? this.clock.now();
    const uow = new UnitOfWork(call.caller, now, connection, call.correlationId);
    connection.begin('deferrable');
    if (call.flush === false) void connection.control('set local synchronous_commit = off');
    const claiming = this.idempotency.claim(uow, use);
    claiming.catch(() => undefined);
    try {
      await authorizeTarget(operation, uow, input.params, input.body);
      if (write.ifMatch) uow.expect(this.precondition(write, uow));
      const data = await this.registry.handler(operation)(uow, input);
      if (uow.isAnonymous) this.idempotency.forgetBody(uow);
      await uow.complete();
      const trail = sendTrail(operation, uow, toStore(operation, data));
      const tag = hasEntityTag(operation) ? entityTag(data) : undefined;
      const outcome: OperationOutcome = { status: operation.status, data, replayed: false, entityTag: tag };
      return { outcome, trail };
    } catch (error) {
      // A used key takes precedence over a refusal by the statements behind the claim.
      await claiming;
      throw error;
    }
  }

  /** Compares the resource, once its row is locked, with what the caller has read. */
  private precondition({ operation, call, input, ifMatch = [] }: Write, uow: UnitOfWork) {
    const read = representationOf(operation);
    return {
      targetId: Object.values(input.params).at(-1) ?? call.caller.organizationId,
      check: async () => {
        if (!read) return;
        const handler = this.registry.handler(this.registry.get(read.name));
        checkMatch(ifMatch, await orNothing(handler(uow, { ...input, body: undefined })));
      },
    };
  }

  /** The stored first result, as far as the caller reaches it. Undefined when the key is not used (any more). */
  private async replay({ operation, call, use, input }: Write): Promise<OperationOutcome | undefined> {
    const { caller } = call;
    const first: (FirstUse & { token?: string }) | undefined =
      readsMoreThanKey(operation) || this.positions.isEnabled
        ? await this.database.read(caller, call.at ?? this.clock.now(), async (scope) => {
            const authorizing = authorizeTarget(operation, scope, input.params, input.body);
            const finding = this.idempotency.findFirst(caller, use, scope);
            const asking = this.tokenIn(scope);
            for (const answer of [finding, asking]) answer.catch(() => undefined);
            await authorizing;
            const found = await finding;
            const result = found && (await this.replayedResult(operation, scope, input, found.result));
            return found && { ...found, result, token: await asking };
          })
        : await this.idempotency.findFirst(caller, use);
    this.idempotency.note(caller.organizationId, use, first !== undefined);
    if (!first) return undefined;
    const { result: data, bodyDiffers, token } = first;
    return { status: 200, data, replayed: true, bodyDiffers, consistencyToken: token };
  }

  /** A token of everything that the scope can have read; undefined where nobody needs one. */
  private async tokenIn(scope: Scope): Promise<string | undefined> {
    if (!this.positions.isEnabled) return undefined;
    const [row] = await scope.query(walPosition);
    const position = positionIn(row);
    return position && consistencyToken(position);
  }

  private async replayedResult(
    operation: WriteOperation,
    scope: Scope,
    input: Input,
    first: unknown,
  ): Promise<unknown> {
    if (operation.replayWith) return this.registry.handler(operation.replayWith)(scope, input);
    return operation.narrowReplay
      ? operation.narrowReplay(scope, first, input.params as Record<string, string>)
      : first;
  }
}

/** Undefined where there is no such resource: it has no tag that matches. */
async function orNothing(reading: Promise<unknown>): Promise<unknown> {
  return reading.catch((error: unknown) => {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  });
}

function readsMoreThanKey(operation: WriteOperation): boolean {
  return operation.target !== undefined || operation.replayWith !== undefined || operation.narrowReplay !== undefined;
}

async function readBody(operation: WriteOperation, call: OperationCall): Promise<unknown> {
  // A missing body is an empty one, so that a command whose fields are all optional can be sent without a body.
  const read = await call.readBody();
  const sent = read === undefined ? {} : read;
  const { strict } = call;
  // A write takes no query parameters.
  if (strict) validated(NoFields, call.query, { strict });
  if (operation.body) return validated(operation.body as never, sent, { strict });
  validated(NoFields, sent, { strict });
  if (operation.emptyBody && Object.keys(sent as object).length > 0) {
    throw invalidRequest('The body must be an empty object.');
  }
  return {};
}

/** The data without what a replay does not show, or reads anew. */
function toStore({ shownOnce = [], readAnew = [] }: WriteOperation, data: unknown): unknown {
  return [...shownOnce, ...readAnew].reduce((stored, field) => without(stored, field.split('.')), data);
}

/** The data with null at the place of the field, in each item of a list. */
function without(data: unknown, place: readonly string[]): unknown {
  if (Array.isArray(data)) return data.map((item) => without(item, place));
  const [field, ...rest] = place;
  const fields = data as Record<string, unknown>;
  return { ...fields, [field]: rest.length === 0 ? null : without(fields[field], rest) };
}
