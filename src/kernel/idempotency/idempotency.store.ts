import { Injectable } from '@nestjs/common';
import { storedKeyOf, type Caller } from '../access/caller.js';
import { keyReused, resultErased } from '../errors/refusals.js';
import { Database } from '../work/database.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import type { Scope } from '../work/scope.js';
import type { UnitOfWork } from '../work/unit-of-work.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { fingerprintBody } from './idempotency-key.js';
import { KnownKeys } from './known-keys.js';

const usedKey = {
  storedKey: 'uuid',
  accessState: 'bytea',
  key: 'text',
  operation: 'text',
  target: 'text',
  perOrganization: 'boolean',
} as const;

const claimKey = kernelTables.statement(
  'claim_idempotency_key',
  { ...usedKey, id: 'uuid', fingerprint: 'bytea', pathTarget: 'text', at: 'timestamptz', lockTimeoutMs: 'integer' },
  `select claim_idempotency_key(:organization, :storedKey, :accessState, :id, :operation, :target, :key, :fingerprint,
                                :pathTarget, :at, :lockTimeoutMs, :perOrganization)`,
);

const forgetBody = kernelTables.statement(
  'forget_body_of_key',
  { keyId: 'uuid' },
  `update idempotency_keys set fingerprint = '' where organization_id = :organization and id = :keyId`,
);

const findUses = kernelTables
  .statement(
    'find_uses_of_key',
    usedKey,
    `select * from find_uses_of_key(:organization, :storedKey, :accessState, :key, :operation, :target, :perOrganization)`,
  )
  .returning<{ operation: string; fingerprint: Buffer; path_target: string; result: unknown }>();

/** The request that a key is sent with. */
export interface KeyUse {
  operation: string;
  /** The ids in the path; empty where there are none. */
  pathTarget: string;
  key: string;
  body: unknown;
  /** `organization`: another target or operation under the same key is a conflict. */
  keyScope: 'target' | 'organization';
}

/** The stored result of the first request under a key. */
export interface FirstUse {
  result: unknown;
  bodyDiffers: boolean;
}

/** Stores Idempotency-Keys, in the transaction of the change. */
@Injectable()
export class IdempotencyStore {
  private readonly knownKeys = new KnownKeys();

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly settings: DatabaseSettings,
  ) {}

  /** Queues the claim, behind a BEGIN DEFERRABLE that it checks. A used key fails the transaction: see `isKeyUsed`. */
  async claim(uow: UnitOfWork, use: KeyUse): Promise<void> {
    await uow.query(claimKey, {
      ...valuesOf(uow.caller, use),
      id: uow.keyId,
      fingerprint: fingerprintBody(use.body, this.secrets.fingerprintKeys[0]),
      pathTarget: use.pathTarget,
      at: uow.now,
      lockTimeoutMs: this.settings.LOCK_TIMEOUT_MS,
    });
  }

  /** Queues that the claimed key keeps nothing of the body. */
  forgetBody(uow: UnitOfWork): void {
    uow.queue(forgetBody, { keyId: uow.keyId });
  }

  /** The first use of a key, read in the scope if there is one. Throws 409 for another operation or target. */
  async findFirst(caller: Caller, use: KeyUse, scope?: Scope): Promise<FirstUse | undefined> {
    const values = valuesOf(caller, use);
    // The operation's own use comes first: a later use by another operation does not turn a replay into a conflict.
    const [first] = await (scope?.query(findUses, values) ?? this.database.queryAlone(caller, findUses, values));
    if (!first) return undefined;
    if (first.operation !== use.operation || first.path_target !== use.pathTarget) {
      throw keyReused.error();
    }
    if (isErased(first.result)) throw resultErased.error();
    const fingerprints = this.secrets.fingerprintKeys.map((key) => fingerprintBody(use.body, key));
    const isForgotten = first.fingerprint.length === 0;
    const bodyDiffers = !fingerprints.some((fingerprint) => first.fingerprint.equals(fingerprint));
    return { result: first.result, bodyDiffers: bodyDiffers && !isForgotten };
  }

  /** Whether the request is likely to be a replay. */
  isKnown(organizationId: string, use: KeyUse): boolean {
    return this.knownKeys.has(knownKey(organizationId, use));
  }

  /** Remembers whether a transaction found the key used. */
  note(organizationId: string, use: KeyUse, used: boolean): void {
    if (used) this.knownKeys.add(knownKey(organizationId, use));
    else this.knownKeys.remove(knownKey(organizationId, use));
  }
}

/** The erasure of a person leaves this in place of a result. */
function isErased(result: unknown): boolean {
  return typeof result === 'object' && result !== null && '$erased' in result;
}

function valuesOf(caller: Caller, use: KeyUse) {
  return {
    storedKey: storedKeyOf(caller),
    accessState: caller.accessState ?? null,
    key: use.key,
    operation: use.operation,
    target: uniqueTarget(use),
    perOrganization: use.keyScope === 'organization',
  };
}

function uniqueTarget({ keyScope, pathTarget }: KeyUse): string {
  return keyScope === 'organization' ? '' : pathTarget;
}

function knownKey(organizationId: string, use: KeyUse): string {
  return `${organizationId} ${use.operation} ${uniqueTarget(use)} ${use.key}`;
}
