import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { allows } from '../access/access-rule.js';
import type { Caller } from '../access/caller.js';
import { Clock } from '../clock/clock.js';
import { forbidden, notFound, ServiceError } from '../errors/service-error.js';
import { Database } from '../persistence/database.js';
import { isCallerChange } from '../persistence/database-errors.js';
import type { AnyOperation, ReadOperation } from './operation.js';
import { pathIds, type OperationCall, type OperationOutcome, type Run } from './operation-call.js';
import { admit } from './target.js';
import { validated } from './validation.js';
import { WriteRunner } from './write-runner.js';

/** Runs declared operations: who may, and then a read here, a write by the `WriteRunner`. */
@Injectable()
export class OperationRunner {
  constructor(
    private readonly database: Database,
    private readonly writes: WriteRunner,
    private readonly clock: Clock,
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
    return operation.kind === 'read' ? this.read(operation, call, handler) : this.writes.run(operation, call, handler);
  }

  private async read(operation: ReadOperation, call: OperationCall, handler: Run): Promise<OperationOutcome> {
    const query = operation.query ? validated(operation.query as never, call.query) : {};
    const params = pathIds(operation, call);
    const data = await this.database.read(call.caller, this.clock.now(), async (scope) => {
      // A read changes nothing, so what it asks for may travel with the question whether the caller may have it.
      const admitting = admit(operation, scope, params);
      const reading = (async () => handler(scope, { params, query, body: undefined }))();
      reading.catch(() => undefined);
      await admitting;
      return reading;
    });
    return { status: 200, data };
  }
}

/** Whether a remembered caller may have led to it: a refusal, unlike a failure, depends on who asks. */
function mayBeOutdated(error: unknown): boolean {
  return isCallerChange(error) || (error instanceof ServiceError && error.status < 500);
}
