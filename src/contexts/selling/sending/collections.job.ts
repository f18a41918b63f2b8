import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { Database } from '#kernel/work';
import { COLLECTIONS } from '../ledger/collections.js';
import { requestOfProvider } from '../provider/provider-jobs.js';
import { findConnected } from '../provider/provider-secrets.js';
import { listSalesToCollectFor, nextCollection } from './collectable.js';

const BATCH = 100;

/**
 * Requests automatic charges, one at a time for a sale. Which installment is charged, with which amount, and whether at all,
 * is decided when the request is sent.
 */
@Injectable()
export class CollectionsJob extends ScheduledJob {
  readonly name = COLLECTIONS;

  constructor(
    jobs: JobWorker,
    private readonly database: Database,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const { now, organizationId } = lease;
    for (;;) {
      const connected = await lease.inTenant(findConnected);
      // The job is scheduled again once the key is accepted.
      if (connected?.status !== 'active' || connected.accountId === null) return null;
      const { accountId } = connected;
      // Not by the lease: commands lock the sale, and then schedule jobs.
      const sales = await this.database.inTenant(organizationId, (tenant) =>
        listSalesToCollectFor(tenant, accountId, now, BATCH),
      );
      if (sales.length === 0) break;
      for (const saleId of sales) {
        const job = { kind: 'collect', targetId: saleId, saleId, accountId, request: {} } as const;
        // Each by itself: it waits for no other sale while it holds the schedule.
        await this.database.inTenant(organizationId, (tenant) => requestOfProvider(tenant, job, now));
      }
    }
    return this.database.inTenant(organizationId, (tenant) => nextCollection(tenant, now));
  }
}
