import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { Database } from '#kernel/work';
import { PaymentProvider, type ProviderAccess } from '../provider/port.js';
import type { ProviderObject } from '../provider/provider-objects.js';
import { findConnected, ProviderSecrets } from '../provider/provider-secrets.js';
import { sellingTables } from '../selling.tables.js';
import { withPayment, type Gathered } from './gathered.js';
import { ObjectPlacement } from './object-placement.js';
import { keepUnplaced } from './received-events.js';

/** Makes a provider be asked for all that it has. */
export const RECONCILIATION = 'provider_reconciliation';

const DAY_MS = 86_400_000;
const OVERLAP_MS = 3 * DAY_MS;
const AGAIN_MS = 600_000;

const noteReconciled = sellingTables.statement(
  'note_reconciliation',
  { id: 'uuid', at: 'timestamptz' },
  'update payment_providers set last_reconciled_at = :at where organization_id = :organization and id = :id',
);

const countRepaired = sellingTables.statement(
  'count_repaired_row',
  { id: 'uuid' },
  'update payment_providers set repaired = repaired + 1 where organization_id = :organization and id = :id',
);

/** Has the provider reconciled soon, and then every day. */
export async function reconcileSoon(tenant: TenantSession, now: Date): Promise<void> {
  await schedule(tenant, RECONCILIATION, now);
}

/** Applies what was made at the provider since the last run: events may never have come. */
@Injectable()
export class ReconciliationJob extends ScheduledJob {
  readonly name = RECONCILIATION;
  override readonly takesLong = true;

  constructor(
    jobs: JobWorker,
    private readonly provider: PaymentProvider,
    private readonly secrets: ProviderSecrets,
    private readonly objects: ObjectPlacement,
    private readonly database: Database,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const startedAt = lease.now;
    const connected = await lease.inTenant(findConnected);
    const access = connected && this.secrets.accessOf(lease.organizationId, connected);
    // The job is scheduled again once the key is accepted.
    if (!access) return null;
    const { id, lastReconciledAt } = connected;
    const again = new Date(startedAt.getTime() + AGAIN_MS);
    const since = new Date((lastReconciledAt ?? startedAt).getTime() - OVERLAP_MS);
    for (const kind of ['payment', 'refund', 'dispute'] as const) {
      if (!(await this.reconcile(lease, { id, access, kind, since }))) return again;
    }
    await lease.inTenant((tenant) => tenant.execute(noteReconciled, { id, at: startedAt }));
    return new Date(startedAt.getTime() + DAY_MS);
  }

  /** Returns whether everything was seen. */
  private async reconcile(
    lease: JobLease,
    asked: { id: string; access: ProviderAccess; kind: 'payment' | 'refund' | 'dispute'; since: Date },
  ): Promise<boolean> {
    const { id, access, kind, since } = asked;
    let cursor: string | null = null;
    do {
      const page = await this.provider.list(access, { kind, since, cursor });
      if (page.kind !== 'done') return false;
      for (const object of page.value.items) {
        if (!(await this.apply(lease, id, access, object))) return false;
      }
      cursor = page.value.nextCursor;
    } while (cursor !== null);
    return true;
  }

  private async apply(lease: JobLease, id: string, access: ProviderAccess, object: ProviderObject): Promise<boolean> {
    const gathered = await withPayment(this.provider, access, object);
    if (gathered.kind !== 'done') return false;
    // Renewed first. Not by the lease: commands lock the sale, and then schedule jobs.
    await lease.inTenant(() => Promise.resolve());
    await this.database.inTenant(lease.organizationId, (tenant) => this.step(tenant, id, lease.now, gathered.value));
    return true;
  }

  private async step(tenant: TenantSession, provider: string, now: Date, gathered: Gathered): Promise<void> {
    const { object, payment } = gathered;
    const { outcome, saleId, isNew } = await this.objects.place(tenant, now, gathered);
    if (isNew) await tenant.execute(countRepaired, { id: provider });
    const isMoney = payment?.status === 'succeeded';
    if ((outcome !== 'unmatched' && outcome !== 'mismatched') || !isMoney) return;
    const { amount, currency, id: paymentRef } = payment;
    await keepUnplaced(
      tenant,
      { kind: object.kind, id: object.id, paymentRef, amount, currency, outcome, saleId },
      now,
    );
  }
}
