import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { allows } from '../access/access-rule.js';
import type { Caller } from '../access/caller.js';
import { credentialOf, refusedCredentials } from '../access/credentials.js';
import { keyAllows, refusedByKey } from '../access/key-scopes.js';
import { checkRecentSignIn } from '../access/recent-sign-in.js';
import { Clock } from '../clock/clock.js';
import { forbidden, notFound, ServiceError } from '../errors/service-error.js';
import { isCallerChange } from '../persistence/database-errors.js';
import { ReadRouter } from '../standby/read-router.js';
import { traced } from '../tracing/tracing.js';
import { permissionOf, type AnyOperation, type ReadOperation } from './operation.js';
import { pathIds, type OperationCall, type OperationOutcome } from './operation-call.js';
import { OperationRegistry } from './operation-registry.js';
import { authorizeTarget } from './authorize-target.js';
import { entityTag, hasEntityTag } from './representation.js';
import { NoFields, validated } from '../fields/validation.js';
import { ShownAddresses } from './shown-addresses.js';
import { WriteRunner } from './write-runner.js';

/** Runs declared operations for every transport: checks the caller's role, reads here, writes by the `WriteRunner`. */
@Injectable()
export class OperationRunner {
  constructor(
    private readonly reads: ReadRouter,
    private readonly registry: OperationRegistry,
    private readonly writes: WriteRunner,
    private readonly clock: Clock,
    private readonly addresses: ShownAddresses,
  ) {}

  /** Runs the operation, in a span of its name. */
  run(operation: AnyOperation, call: OperationCall): Promise<OperationOutcome> {
    const attributes = { 'delivery.organization_id': call.caller.organizationId };
    return traced({ name: operation.name, attributes }, async (span) => {
      const outcome = await this.runAsCurrent(operation, call);
      if (outcome.replayed !== undefined) span?.setAttribute('delivery.replayed', outcome.replayed);
      const reader = { caller: call.caller, now: call.at ?? this.clock.now() };
      const data = await this.addresses.in(operation.response, outcome.data, call.baseUrl, reader);
      return { ...outcome, data };
    });
  }

  /** Once more with the current caller when the remembered one may be the cause of the refusal. */
  private async runAsCurrent(operation: AnyOperation, call: OperationCall): Promise<OperationOutcome> {
    try {
      return await this.runOnce(operation, call);
    } catch (error) {
      const { caller: remembered, authenticate } = call;
      if (!remembered.accessState || !authenticate || !mayBeOutdated(error)) throw error;
      const caller = await authenticate();
      const unchanged = isDeepStrictEqual({ ...caller, accessState: remembered.accessState }, remembered);
      if (unchanged && !isCallerChange(error)) throw error;
      return this.runOnce(operation, { ...call, caller });
    }
  }

  private async runOnce(operation: AnyOperation, call: OperationCall): Promise<OperationOutcome> {
    authorizeRole(operation, call.caller);
    if (operation.recentSignIn === 'always') {
      checkRecentSignIn({ caller: call.caller, now: call.at ?? this.clock.now() });
    }
    return operation.kind === 'read' ? this.read(operation, call) : this.writes.run(operation, call);
  }

  private async read(operation: ReadOperation, call: OperationCall): Promise<OperationOutcome> {
    const query = validated((operation.query ?? NoFields) as never, call.query, { strict: call.strict });
    const params = pathIds(operation, call);
    const handler = this.registry.handler(operation);
    const now = call.at ?? this.clock.now();
    const data = await this.reads.read(call.caller, now, call.consistencyTokens, async (scope) => {
      // The statements of the read are sent together with those of the policy: a read changes nothing.
      const authorizing = authorizeTarget(operation, scope, params);
      const reading = (async () => handler(scope, { params, query, body: undefined }))();
      reading.catch(() => undefined);
      await authorizing;
      return reading;
    });
    return { status: 200, data, entityTag: hasEntityTag(operation) ? entityTag(data) : undefined };
  }
}

/** Whether the caller's role and key allow the operation. Which resources the caller reaches is up to the target policy. */
export function isAllowed(operation: AnyOperation, caller: Caller): boolean {
  return allows(operation.access, caller) && isAllowedByKey(operation, caller);
}

function isAllowedByKey(operation: AnyOperation, caller: Caller): boolean {
  const { credentials } = operation;
  const isKind = credentials === undefined || credentials.includes(credentialOf(caller));
  return isKind && keyAllows(caller.keyScopes, permissionOf(operation));
}

/** Throws 403, or 404 where the operation is hidden, unless the caller's role and key allow the operation. */
function authorizeRole(operation: AnyOperation, caller: Caller): void {
  if (isAllowed(operation, caller)) return;
  const { access } = operation;
  if (access.refusal === 'not_found') throw notFound();
  throw forbidden(allows(access, caller) ? refusedByKeyOf(operation, caller) : undefined);
}

function refusedByKeyOf(operation: AnyOperation, caller: Caller): string {
  const { credentials } = operation;
  if (credentials && !credentials.includes(credentialOf(caller))) return refusedCredentials(credentials);
  return refusedByKey(permissionOf(operation));
}

/** Whether an outdated caller may be the cause: a refusal, unlike a failure, depends on the caller. */
function mayBeOutdated(error: unknown): boolean {
  return isCallerChange(error) || (error instanceof ServiceError && error.status < 500);
}
