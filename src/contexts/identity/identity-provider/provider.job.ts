import { Injectable } from '@nestjs/common';
import { declareServiceAct } from '#kernel/events';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { SecretBox, UnreadableSecretError } from '#kernel/secrets';
import { recordServiceAct } from '#kernel/trail';
import { identityTables } from '../identity.tables.js';
import type { IdentityProviderEntity } from './identity-provider.entity.js';
import { PROVIDER_JOB, secretContext } from './identity-provider.service.js';
import { type Discovered, Discovery } from './openid/discovery.js';

const ACTIVATED = declareServiceAct('identity_provider.activated', 'identity_provider');
const FAILED = declareServiceAct('identity_provider.failed', 'identity_provider');

const HOUR_MS = 3_600_000;

type Checked = Pick<IdentityProviderEntity, 'issuer' | 'status' | 'lastError' | 'clientSecret'>;

const find = identityTables
  .statement(
    'find_identity_provider_to_check',
    {},
    `select issuer, status, last_error as "lastError", client_secret as "clientSecret" from identity_providers
     where organization_id = :organization`,
  )
  .returning<Checked>();

// The metadata stay while it is failing: they are not used, but tell what a sign-in that has begun was promised.
const store = identityTables.statement(
  'store_check_of_identity_provider',
  { issuer: 'text', status: 'text', error: 'text', metadata: 'jsonb' },
  `update identity_providers set status = :status, last_error = :error, metadata = coalesce(:metadata::jsonb, metadata)
   where organization_id = :organization and issuer = :issuer`,
);

const storeSecret = identityTables.statement(
  'store_resealed_client_secret',
  { before: 'bytea', sealed: 'bytea' },
  `update identity_providers set client_secret = :sealed
   where organization_id = :organization and client_secret = :before`,
);

/** Reads the metadata and the keys of the organization's identity provider: after each change, daily, and hourly while it fails. */
@Injectable()
export class ProviderJob extends ScheduledJob {
  readonly name = PROVIDER_JOB;
  override readonly waitsOutside = true;

  constructor(
    jobs: JobWorker,
    private readonly discovery: Discovery,
    private readonly secrets: SecretBox,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const [before] = await lease.inTenant((tenant) => tenant.query(find));
    if (!before) return null;
    await this.reseal(lease, before);
    const found = await this.discovery.discover(before.issuer);
    const isStored = await lease.inTenant((tenant) => note(tenant, before, found, lease.now));
    // It was changed or removed meanwhile.
    if (!isStored) return lease.now;
    return new Date(lease.now.getTime() + (found.error === null ? 24 : 1) * HOUR_MS);
  }

  /** So that a day after a rotation of SECRET_KEYS no client secret needs the old key. */
  private async reseal(lease: JobLease, { clientSecret: before }: Checked): Promise<void> {
    if (before === null || this.secrets.isCurrent(before)) return;
    try {
      const sealed = this.secrets.reseal(before, secretContext(lease.organizationId));
      await lease.inTenant((tenant) => tenant.execute(storeSecret, { before, sealed }));
    } catch (error) {
      // Whoever signs in is told by the log that the key is missing; a new secret can be set.
      if (!(error instanceof UnreadableSecretError)) throw error;
    }
  }
}

/** False where the provider is another one by now. */
async function note(tenant: TenantSession, before: Checked, found: Discovered, now: Date): Promise<boolean> {
  const { metadata, error } = found;
  const status = error === null ? 'active' : 'failing';
  const stored = await tenant.execute(store, { issuer: before.issuer, status, error, metadata });
  if (stored === 0) return false;
  if (status === before.status && error === before.lastError) return true;
  await recordServiceAct(tenant, {
    audited: error === null ? ACTIVATED : FAILED,
    targetId: tenant.organizationId,
    changes: {
      ...(status !== before.status && { status: { from: before.status, to: status } }),
      ...(error !== before.lastError && { lastError: { from: before.lastError, to: error } }),
    },
    occurredAt: now,
  });
  return true;
}
