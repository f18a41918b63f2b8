import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Settings } from '../config/settings.js';
import { conflict } from '../errors/service-error.js';
import type { Connection } from '../persistence/connection.js';
import { Database } from '../persistence/database.js';
import type { Scope } from '../persistence/scope.js';
import { statement, type Value } from '../persistence/statement.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { fingerprintBody } from './idempotency-key.js';
import { KnownKeys } from './known-keys.js';

const claimKey = statement(
  'claim_idempotency_key',
  'select claim_idempotency_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
);

interface Use {
  operation: string;
  fingerprint: Buffer;
  path_target: string;
  result: unknown;
}

const findUses = statement<Use>('find_uses_of_key', 'select * from find_uses_of_key($1, $2, $3, $4, $5, $6, $7)');

/** What a key is used for. */
export interface KeyUse {
  operation: string;
  /** The path's resource; empty where the path names none. */
  pathTarget: string;
  key: string;
  body: unknown;
  /** The key stands for one intention in the whole organization: another target or operation is a conflict. */
  oneIntention: boolean;
}

/** What the first request under a key led to. */
export interface FirstUse {
  result: unknown;
  /** It came with another body. */
  bodyDiffers: boolean;
}

/** Keeps keys, always in the transaction of the change itself. */
@Injectable()
export class IdempotencyStore {
  private readonly known = new KnownKeys();

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretKeys,
    private readonly settings: Settings,
  ) {}

  /**
   * Queues BEGIN (DEFERRABLE is the claim's proof of it) and the claim. A key that was used fails the transaction with
   * whatever travels behind the claim: see `isKeyUsed`.
   */
  async claim(connection: Connection, caller: Caller, now: Date, id: string, use: KeyUse): Promise<void> {
    connection.begin('deferrable');
    await connection.send(claimKey, [
      caller.organizationId,
      caller.apiKeyId,
      caller.unconfirmed ?? null,
      id,
      use.operation,
      uniqueTarget(use),
      use.key,
      fingerprintBody(use.body, this.secrets.fingerprintKeys[0]),
      use.pathTarget,
      now.toISOString(),
      this.settings.LOCK_TIMEOUT_MS,
      use.oneIntention,
    ]);
  }

  /** The first use of a key, undefined where there is none. Throws 409 where the key stands for another intention. */
  async findFirst(caller: Caller, use: KeyUse): Promise<FirstUse | undefined> {
    return this.firstOf(await this.database.query(findUses, [caller.organizationId, ...asked(caller, use)]), use);
  }

  /** The same within a transaction that reads more. */
  async findFirstWithin(scope: Scope, use: KeyUse): Promise<FirstUse | undefined> {
    return this.firstOf(await scope.query(findUses, asked(scope.caller, use)), use);
  }

  /** Whether the request is likely to be a replay. */
  isKnown(organizationId: string, use: KeyUse): boolean {
    return this.known.has(place(organizationId, use));
  }

  /** Notes what a transaction showed: that the key is used, or that it is not. */
  note(organizationId: string, use: KeyUse, used: boolean): void {
    if (used) this.known.add(place(organizationId, use));
    else this.known.remove(place(organizationId, use));
  }

  /** Its own use comes first: another operation that used the key later does not turn a replay into a conflict. */
  private firstOf([first]: (Use | undefined)[], use: KeyUse): FirstUse | undefined {
    if (!first) return undefined;
    if (first.operation !== use.operation || first.path_target !== use.pathTarget) {
      throw conflict('The Idempotency-Key was used for a different intention.');
    }
    const fingerprints = this.secrets.fingerprintKeys.map((key) => fingerprintBody(use.body, key));
    const bodyDiffers = !fingerprints.some((fingerprint) => first.fingerprint.equals(fingerprint));
    return { result: first.result, bodyDiffers };
  }
}

function asked(caller: Caller, use: KeyUse): Value[] {
  return [caller.apiKeyId, caller.unconfirmed ?? null, use.key, use.operation, uniqueTarget(use), use.oneIntention];
}

function uniqueTarget(use: KeyUse): string {
  return use.oneIntention ? '' : use.pathTarget;
}

function place(organizationId: string, use: KeyUse): string {
  return `${organizationId} ${use.operation} ${uniqueTarget(use)} ${use.key}`;
}
