import { Injectable } from '@nestjs/common';
import { Database } from '#kernel/work';
import { WorkerFailures } from '../worker/worker-failures.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import { listOrganizations, listWork, listWorkOfOne, type Excluded, type Work } from './work-list.js';

/** How long organizations are asked one by one after a list of all has failed. */
const ONE_BY_ONE_MS = 10_000;
/** How long an organization that could not be asked is left out meanwhile. */
const LEFT_OUT_MS = 30_000;
const AT_ONCE = 4;

/**
 * Lists the work of all organizations. Where one statement cannot reach them all, as on Citus while a node is down, each
 * organization is asked by itself: those on the other nodes do not wait for it.
 */
@Injectable()
export class WorkLister {
  private oneByOneUntil = -Infinity;
  private readonly leftOutUntil = new Map<string, number>();

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly database: Database,
    private readonly failures: WorkerFailures,
  ) {}

  async list(excluded: Excluded): Promise<Work[]> {
    if (performance.now() < this.oneByOneUntil) return this.listOneByOne(excluded, await this.organizations());
    try {
      return await this.twice(() => this.transactions.list(listWork, excluded));
    } catch (error) {
      const organizations = await this.organizations().catch(() => undefined);
      if (organizations === undefined) throw error;
      this.failures.note('list', error);
      this.oneByOneUntil = performance.now() + ONE_BY_ONE_MS;
      return this.listOneByOne(excluded, organizations);
    }
  }

  private async listOneByOne(excluded: Excluded, organizations: string[]): Promise<Work[]> {
    const now = performance.now();
    const asked = organizations.filter((id) => (this.leftOutUntil.get(id) ?? -Infinity) <= now);
    const found: Work[] = [];
    const ask = async (): Promise<void> => {
      for (let id = asked.pop(); id !== undefined; id = asked.pop()) found.push(...(await this.listOf(id, excluded)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return found.filter(({ kind, organization_id: id }) => kind !== 'dispatch' || !excluded.dispatching.includes(id));
  }

  private async listOf(organizationId: string, { now, full, verifying }: Excluded): Promise<Work[]> {
    try {
      const values = { now, full, verifying };
      const ask = () => this.transactions.inTenant(organizationId, (tenant) => tenant.query(listWorkOfOne, values));
      const work = await this.twice(ask);
      this.leftOutUntil.delete(organizationId);
      return work;
    } catch (error) {
      this.failures.note('list', error);
      this.leftOutUntil.set(organizationId, performance.now() + LEFT_OUT_MS);
      return [];
    }
  }

  /** A statement that fails once, for example because its connection was cut, is no reason to leave anybody out. */
  private async twice(list: () => Promise<Work[]>): Promise<Work[]> {
    try {
      return await list();
    } catch (error) {
      this.failures.note('list', error);
      return list();
    }
  }

  private async organizations(): Promise<string[]> {
    return (await this.database.query(listOrganizations)).map(({ id }) => id);
  }
}
