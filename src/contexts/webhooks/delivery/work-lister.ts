import { Injectable } from '@nestjs/common';
import { Database, ListingOfAll } from '#kernel/work';
import { WorkerFailures } from '../worker/worker-failures.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import { listWork, listWorkOfOne, type Excluded, type Work } from './work-list.js';

/** Lists the work of all organizations. */
@Injectable()
export class WorkLister {
  private readonly listing: ListingOfAll<Work>;

  constructor(
    private readonly transactions: WorkerTransactions,
    database: Database,
    failures: WorkerFailures,
  ) {
    this.listing = new ListingOfAll(database, (error) => failures.note('list', error));
  }

  async list(excluded: Excluded): Promise<Work[]> {
    const { now, full, verifying, dispatching } = excluded;
    const work = await this.listing.list(
      () => this.transactions.list(listWork, excluded),
      (organizationId) =>
        this.transactions.inTenant(organizationId, (tenant) => tenant.query(listWorkOfOne, { now, full, verifying })),
    );
    return work.filter(({ kind, organization_id: id }) => kind !== 'dispatch' || !dispatching.includes(id));
  }
}
