import { Injectable } from '@nestjs/common';
import { declareServiceAct } from '#kernel/events';
import { type JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { COLLECTIONS } from '../ledger/collections.js';
import type { ProviderError, ProviderStatus } from '../provider/payment-provider.entity.js';
import { type Answer, PaymentProvider } from '../provider/port.js';
import type { ProviderAccount } from '../provider/provider-objects.js';
import { PROVIDER_JOBS } from '../provider/provider-jobs.js';
import { type Connected, findConnected, ProviderSecrets } from '../provider/provider-secrets.js';
import { PROVIDER_EVENTS } from '../receiving/received-events.js';
import { reconcileSoon } from '../receiving/reconciliation.job.js';
import { sellingTables } from '../selling.tables.js';
import { providerActivated, providerFailed } from './connection.operations.js';

export const CONNECTION_JOB = 'payment_provider';
const ACTIVATED = declareServiceAct(providerActivated.name, 'payment_provider');
const FAILED = declareServiceAct(providerFailed.name, 'payment_provider');
const HOUR = 3_600_000;

const store = sellingTables.statement(
  'store_validation_of_payment_provider',
  {
    ...{ secretKey: 'bytea', status: 'text', error: 'text', accountId: 'text', livemode: 'boolean' },
    now: 'timestamptz',
  },
  `update payment_providers set status = :status, last_error = :error, updated_at = :now,
     account_id = coalesce(account_id, :accountId::text), livemode = coalesce(livemode, :livemode::boolean)
   where organization_id = :organization and secret_key = :secretKey`,
);

const storeSecrets = sellingTables.statement(
  'store_resealed_secrets_of_payment_provider',
  {
    ...{ before: 'bytea', secretKey: 'bytea', webhookSecret: 'bytea' },
    ...{ formerWebhookSecret: 'bytea', formerWebhookSecretUntil: 'timestamptz' },
  },
  `update payment_providers set secret_key = :secretKey, webhook_secret = :webhookSecret,
     former_webhook_secret = :formerWebhookSecret, former_webhook_secret_until = :formerWebhookSecretUntil
   where organization_id = :organization and secret_key = :before`,
);

interface Judged {
  status: ProviderStatus;
  error: ProviderError | null;
  account: ProviderAccount | null;
}

/** Validates the key of the organization's payment provider: after each change, daily, and hourly while it fails. */
@Injectable()
export class ConnectionJob extends ScheduledJob {
  readonly name = CONNECTION_JOB;
  override readonly waitsOutside = true;

  constructor(
    jobs: JobWorker,
    private readonly provider: PaymentProvider,
    private readonly secrets: ProviderSecrets,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const connected = await lease.inTenant(findConnected);
    if (!connected) return null;
    const before = await this.reseal(lease, connected);
    const secretKey = this.secrets.open(
      { organizationId: lease.organizationId, id: before.id },
      'secret_key',
      before.secretKey,
    );
    const judged = judge(before, await this.provider.account({ secretKey }));
    const isStored = await lease.inTenant((tenant) => note(tenant, before, judged, lease.now));
    // It was changed or removed meanwhile.
    if (!isStored) return lease.now;
    return new Date(lease.now.getTime() + (judged.error === null ? 24 : 1) * HOUR);
  }

  /** So that a day after a rotation of SECRET_KEYS no secret needs the old key. */
  private async reseal(lease: JobLease, connected: Connected): Promise<Connected> {
    const { secretKey: before } = connected;
    const resealed = this.secrets.resealed(
      { organizationId: lease.organizationId, id: connected.id },
      connected,
      lease.now,
    );
    if (resealed === null) return connected;
    const stored = await lease.inTenant((tenant) => tenant.execute(storeSecrets, { before, ...resealed }));
    return stored === 0 ? connected : { ...connected, ...resealed };
  }
}

function judge(before: Connected, answer: Answer<ProviderAccount>): Judged {
  if (answer.kind === 'unknown') {
    // A key that was accepted stays so.
    if (before.status === 'active') return { status: 'active', error: null, account: null };
    return { status: 'validation_failed', error: 'unreachable', account: null };
  }
  if (answer.kind === 'refused') {
    const error = answer.reason === 'missing_permission' ? 'missing_permission' : 'bad_key';
    return { status: 'validation_failed', error, account: null };
  }
  const { accountId, livemode } = answer.value;
  const isOther = before.accountId !== null && (before.accountId !== accountId || before.livemode !== livemode);
  if (isOther) return { status: 'validation_failed', error: 'other_account', account: null };
  return { status: 'active', error: null, account: answer.value };
}

/** False where the connection is another one by now. */
async function note(tenant: TenantSession, before: Connected, judged: Judged, now: Date): Promise<boolean> {
  const { status, error, account } = judged;
  const livemode = before.livemode ?? account?.livemode ?? null;
  const stored = await tenant.execute(store, {
    ...{ secretKey: before.secretKey, status, error, now },
    ...{ accountId: account?.accountId ?? null, livemode },
  });
  if (stored === 0) return false;
  if (status === before.status && error === before.lastError) return true;
  if (status === 'active') {
    for (const job of [PROVIDER_JOBS, PROVIDER_EVENTS, COLLECTIONS]) await schedule(tenant, job, now);
    await reconcileSoon(tenant, now);
  }
  await recordServiceAct(tenant, {
    ...{ audited: error === null ? ACTIVATED : FAILED, targetId: before.id, occurredAt: now },
    changes: { status: { from: before.status, to: status }, lastError: error },
    event: { declaration: error === null ? providerActivated : providerFailed, data: { kind: 'stripe', livemode } },
  });
  return true;
}
