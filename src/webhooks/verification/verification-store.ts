import { Injectable } from '@nestjs/common';
import { auditService } from '../../platform/audit/service-audit.js';
import { Clock } from '../../platform/clock/clock.js';
import { newId } from '../../platform/persistence/new-id.js';
import { statement } from '../../platform/persistence/statement.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import type { ValidationError } from '../webhook-subscription.entity.js';
import { WorkerTransactions } from '../worker-transactions.js';

/** A process that died while verifying is followed by another after this. */
const LEASE_MS = 30_000;

interface ClaimedRow {
  endpoint_url: string;
  secret_version: number;
}

const claim = statement<ClaimedRow>(
  'claim_subscription_verification',
  `update webhook_subscriptions set status = 'validating', verification_token = $3, verification_leased_until = $4
   where organization_id = $1 and id = $2 and status in ('pending_validation', 'validating')
     and (verification_leased_until is null or verification_leased_until <= $5)
   returning endpoint_url, secret_version`,
);

const lockCurrent = statement<{ secret_ciphertext: Buffer }>(
  'lock_current_verification',
  `select secret_ciphertext from webhook_subscriptions
   where organization_id = $1 and id = $2 and status = 'validating' and verification_token = $3
     and secret_version = $4 for share`,
);

const finishVerification = statement(
  'finish_subscription_verification',
  `update webhook_subscriptions set
     status = case when $5::text is null then 'active' else 'validation_failed' end,
     validated_secret_version = case when $5::text is null then secret_version else null end,
     last_validated_at = case when $5::text is null then $6::timestamptz else last_validated_at end,
     last_validation_error = $5, failing_since = null, verification_token = null, verification_leased_until = null,
     updated_at = $6
   where organization_id = $1 and id = $2 and status = 'validating' and verification_token = $3
     and secret_version = $4`,
);

/** A verification that this process has begun. */
export interface Verification {
  organizationId: string;
  subscriptionId: string;
  token: string;
  endpointUrl: string;
  secretVersion: number;
}

/** Verifications in the database; each step goes ahead only where nothing came in between. */
@Injectable()
export class VerificationStore {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** From pending_validation to validating, for one process; undefined where another was first. */
  claim(organizationId: string, subscriptionId: string): Promise<Verification | undefined> {
    const now = this.clock.now();
    const token = newId();
    const until = new Date(now.getTime() + LEASE_MS).toISOString();
    return this.transactions.inTenant(organizationId, async (connection) => {
      const { rows } = await connection.send(claim, [organizationId, subscriptionId, token, until, now.toISOString()]);
      const row = rows.at(0);
      if (!row) return undefined;
      const { endpoint_url: endpointUrl, secret_version: secretVersion } = row;
      return { organizationId, subscriptionId, token, endpointUrl, secretVersion };
    });
  }

  /** Hands over the secret under a lock that a rotation waits for; false where one came first. */
  whileCurrent(verification: Verification, use: (secret: string) => void): Promise<boolean> {
    const { organizationId, subscriptionId, token, secretVersion } = verification;
    return this.transactions.underLocks(organizationId, async (connection) => {
      const { rows } = await connection.send(lockCurrent, [organizationId, subscriptionId, token, secretVersion]);
      const row = rows.at(0);
      if (row) use(this.secrets.open(row.secret_ciphertext, [organizationId, subscriptionId]));
      return row !== undefined;
    });
  }

  /** From validating to active or validation_failed; false where the verification counts no more. */
  finish(verification: Verification, error: ValidationError | null): Promise<boolean> {
    const { organizationId, subscriptionId, token, secretVersion } = verification;
    const now = this.clock.now().toISOString();
    return this.transactions.inTenant(organizationId, async (connection) => {
      const values = [organizationId, subscriptionId, token, secretVersion, error, now];
      const { rowCount } = await connection.send(finishVerification, values);
      if (rowCount !== 1) return false;
      const to = error === null ? 'active' : 'validation_failed';
      await auditService(connection, organizationId, {
        action: `webhook_subscription.${error === null ? 'activated' : 'validation_failed'}`,
        targetType: 'webhook_subscription',
        targetId: subscriptionId,
        changes: { status: { from: 'validating', to }, ...(error === null ? {} : { lastValidationError: error }) },
        occurredAt: now,
      });
      return true;
    });
  }
}
