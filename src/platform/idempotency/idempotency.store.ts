import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../access/caller.js';
import { Settings } from '../config/settings.js';
import { conflict } from '../errors/service-error.js';
import type { Connection } from '../persistence/connection.js';
import { statement } from '../persistence/statement.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import { SecretKeys } from '../secrets/secret-keys.js';
import { fingerprintBody } from './idempotency-key.js';

interface ClaimRow {
  claimed: boolean;
  first_fingerprint: Buffer | null;
  first_path_target: string | null;
  first_result: unknown;
  followed: boolean;
}

const claimKey = statement<ClaimRow>(
  'claim_idempotency_key',
  'select * from claim_idempotency_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
);

const findOtherOperation = statement(
  'find_key_of_other_operation',
  'select 1 from idempotency_keys where organization_id = $1 and key = $2 and operation <> $3 limit 1',
);

const storeResult = statement(
  'store_first_result',
  `update idempotency_keys set result = $5
   where organization_id = $1 and key = $2 and operation = $3 and target = $4`,
);

/** What a key is claimed for. */
export interface KeyUse {
  operation: string;
  /** The path's resource; empty where the path names none. */
  pathTarget: string;
  key: string;
  body: unknown;
  /** The key stands for one intention in the whole organization: another target or operation is a conflict. */
  oneIntention: boolean;
}

/** `followed`: somebody follows the events of the organization. */
export type Claim = { first: true; followed: boolean } | { first: false; data: unknown; bodyDiffers: boolean };

/** Keeps keys and first results, always in the transaction of the change itself. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly secrets: SecretKeys,
    private readonly settings: Settings,
  ) {}

  /** Queues BEGIN (DEFERRABLE is the claim's proof of it) and the claim at once, so that reads queued next travel with them. */
  async claim(connection: Connection, caller: Caller, now: Date, use: KeyUse): Promise<() => Claim> {
    void connection.control('begin deferrable');
    const fingerprints = this.secrets.fingerprintKeys.map((key) => fingerprintBody(use.body, key));
    const { organizationId } = caller;
    const claiming = connection.send(claimKey, [
      organizationId,
      caller.apiKeyId,
      caller.unconfirmed ?? null,
      uuidv7(),
      use.operation,
      uniqueTarget(use),
      use.key,
      fingerprints[0],
      use.pathTarget,
      now.toISOString(),
      this.settings.LOCK_TIMEOUT_MS,
    ]);
    const other = use.oneIntention
      ? connection.send(findOtherOperation, [organizationId, use.key, use.operation])
      : undefined;
    const row = (await claiming).rows[0];
    const usedElsewhere = ((await other)?.rowCount ?? 0) > 0;
    // Decided later: whether the caller reaches the target comes before what the key was used for.
    return () => {
      // Another operation that used the key later does not turn a replay into a conflict.
      const otherIntention = row.claimed ? usedElsewhere : row.first_path_target !== use.pathTarget;
      if (use.oneIntention && otherIntention) {
        throw conflict('The Idempotency-Key was used for a different intention.');
      }
      if (row.claimed) return { first: true, followed: row.followed };
      const bodyDiffers = !fingerprints.some((fingerprint) => row.first_fingerprint?.equals(fingerprint));
      return { first: false, data: row.first_result, bodyDiffers };
    };
  }

  /** Records the first result; it travels with the change. */
  storeFirst(uow: UnitOfWork, use: KeyUse, data: unknown): void {
    uow.queue(storeResult, [use.key, use.operation, uniqueTarget(use), JSON.stringify(data)]);
  }
}

function uniqueTarget(use: KeyUse): string {
  return use.oneIntention ? '' : use.pathTarget;
}
