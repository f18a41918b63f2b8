import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { newId } from '#kernel/persistence';
import { SecretBox } from '#kernel/secrets';
import { declareServiceAct } from '#kernel/events';
import { recordServiceAct } from '#kernel/trail';
import { EndpointBox, type SealedSubscription } from './endpoint-box.js';
import type { ValidationError } from './webhook-subscription.entity.js';
import { giveBudgetsBack, takeBudgets } from './webhook-budget.js';
import { webhookTables } from '../webhooks.tables.js';
import { WorkerFailures } from '../worker/worker-failures.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import { challengeBudgets } from './verification-budgets.js';

const ACTIVATED = declareServiceAct('webhook_subscription.activated', 'webhook_subscription');
const VALIDATION_FAILED = declareServiceAct('webhook_subscription.validation_failed', 'webhook_subscription');

/** After this, another process may take over a verification. */
const LEASE_MS = 30_000;

const claim = webhookTables
  .statement(
    'claim_subscription_verification',
    { id: 'uuid', token: 'uuid', leasedUntil: 'timestamptz', now: 'timestamptz' },
    `update webhook_subscriptions set
       status = 'validating', verification_token = :token, verification_leased_until = :leasedUntil
     where organization_id = :organization and id = :id and status in ('pending_validation', 'validating')
       and (verification_leased_until is null or verification_leased_until <= :now)
     returning endpoint_url as "endpointUrl", endpoint_ciphertext as "endpointCiphertext", secret_ciphertext as secret,
       secret_version as "secretVersion"`,
  )
  .returning<SealedSubscription & { secretVersion: number }>();

const postpone = webhookTables.statement(
  'postpone_subscription_verification',
  { id: 'uuid', token: 'uuid', until: 'timestamptz' },
  `update webhook_subscriptions set
     status = 'pending_validation', verification_token = null, verification_leased_until = :until
   where organization_id = :organization and id = :id and verification_token = :token`,
);

const lockCurrent = webhookTables
  .statement(
    'lock_current_verification',
    { id: 'uuid', token: 'uuid', secretVersion: 'integer' },
    `select secret_ciphertext as secret from webhook_subscriptions
     where organization_id = :organization and id = :id and status = 'validating' and verification_token = :token
       and secret_version = :secretVersion for share`,
  )
  .returning<{ secret: Buffer }>();

const finishVerification = webhookTables.statement(
  'finish_subscription_verification',
  { id: 'uuid', token: 'uuid', secretVersion: 'integer', error: 'text', now: 'timestamptz' },
  `update webhook_subscriptions set
     status = case when :error::text is null then 'active' else 'validation_failed' end,
     validated_secret_version = case when :error::text is null then secret_version else null end,
     last_validated_at = case when :error::text is null then :now::timestamptz else last_validated_at end,
     last_validation_error = :error, failing_since = null, verification_token = null, verification_leased_until = null,
     updated_at = :now
   where organization_id = :organization and id = :id and status = 'validating' and verification_token = :token
     and secret_version = :secretVersion`,
);

/** A verification claimed by this process. */
export interface Verification {
  organizationId: string;
  subscriptionId: string;
  token: string;
  endpointUrl: string;
  secretVersion: number;
}

/** Stores verifications. Every step checks that the verification was not superseded. */
@Injectable()
export class VerificationStore {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly secrets: SecretBox,
    private readonly endpoints: EndpointBox,
    private readonly clock: Clock,
    private readonly failures: WorkerFailures,
  ) {}

  /**
   * Moves the subscription to validating; undefined where another process has claimed it, or where the endpoint was
   * challenged too often: then it stays pending_validation until the next challenge is allowed.
   */
  claim(organizationId: string, subscriptionId: string): Promise<Verification | undefined> {
    const now = this.clock.now();
    const token = newId();
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    return this.transactions.inTenant(organizationId, async (tenant) => {
      const claimed = (await tenant.query(claim, { id: subscriptionId, token, leasedUntil, now })).at(0);
      if (!claimed) return undefined;
      const { secretVersion } = claimed;
      // Postponed: otherwise unreadable subscriptions fill the work list and block others.
      if (!this.endpoints.isReadable(organizationId, subscriptionId, claimed)) {
        const what = `endpoint or secret of ${subscriptionId} (organization ${organizationId})`;
        this.failures.note('verify', new Error(`${what} is under none of SECRET_KEYS`));
        await tenant.execute(postpone, { id: subscriptionId, token, until: leasedUntil });
        return undefined;
      }
      const endpointUrl = this.endpoints.open(organizationId, subscriptionId, claimed);
      const until = await takeBudgets(tenant, challengeBudgets(endpointUrl), now);
      if (until === null) return { organizationId, subscriptionId, token, endpointUrl, secretVersion };
      await tenant.execute(postpone, { id: subscriptionId, token, until });
      return undefined;
    });
  }

  /** Passes the secret to `use` under a lock that blocks rotations; false where the verification was superseded. */
  whileCurrent(verification: Verification, use: (secret: string) => void): Promise<boolean> {
    const { organizationId, subscriptionId, token, secretVersion } = verification;
    return this.transactions.inRolledBackTransaction(organizationId, async (tenant) => {
      const current = (await tenant.query(lockCurrent, { id: subscriptionId, token, secretVersion })).at(0);
      if (current) use(this.secrets.open(current.secret, [organizationId, subscriptionId]));
      return current !== undefined;
    });
  }

  /** Moves the subscription to active or validation_failed; false where the verification was superseded. */
  finish(verification: Verification, error: ValidationError | null): Promise<boolean> {
    const { organizationId, subscriptionId: id, token, secretVersion } = verification;
    const now = this.clock.now();
    return this.transactions.inTenant(organizationId, async (tenant) => {
      const finished = await tenant.execute(finishVerification, { id, token, secretVersion, error, now });
      if (finished !== 1) return false;
      const status = { from: 'validating', to: error === null ? 'active' : 'validation_failed' };
      await recordServiceAct(tenant, {
        audited: error === null ? ACTIVATED : VALIDATION_FAILED,
        targetId: id,
        // Requesting a verification cleared the previous error.
        changes: error === null ? { status } : { status, lastValidationError: { from: null, to: error } },
        occurredAt: now,
      });
      if (error === null) await giveBudgetsBack(tenant, challengeBudgets(verification.endpointUrl));
      return true;
    });
  }
}
