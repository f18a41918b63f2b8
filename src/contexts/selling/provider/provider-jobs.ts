import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { newId } from '#kernel/persistence';
import { sellingTables } from '../selling.tables.js';
import type { ProviderJobKind } from './provider-job.entity.js';

/** Sends requests to the provider, and asks for the state of checkouts. */
export const PROVIDER_JOBS = 'provider_jobs';

// A purpose has one request at a time: while it is not finished, another one is not made.
const insertJob = sellingTables.statement(
  'insert_provider_job',
  {
    ...{ id: 'uuid', kind: 'text', target: 'uuid', sale: 'uuid', account: 'text', request: 'jsonb' },
    at: 'timestamptz',
  },
  `insert into provider_jobs
     (organization_id, id, kind, target_id, sale_id, account_id, request, status, attempts, next_at, created_at, updated_at)
   values (:organization, :id, :kind, :target, :sale, :account, :request, 'waiting', 0, :at, :at, :at)
   on conflict (organization_id, kind, target_id) where finished_at is null do nothing`,
);

export interface NewProviderJob {
  kind: ProviderJobKind;
  /** The customer, checkout or refund that it is for; the sale that something is collected for. */
  targetId: string;
  saleId: string | null;
  accountId: string;
  request: object;
}

/** Has a request sent once the transaction is committed. False where one for the same purpose is not finished. */
export async function requestOfProvider(tenant: TenantSession, job: NewProviderJob, now: Date): Promise<boolean> {
  const { kind, targetId: target, saleId: sale, accountId: account, request } = job;
  const inserted = await tenant.execute(insertJob, { id: newId(), kind, target, sale, account, request, at: now });
  await schedule(tenant, PROVIDER_JOBS, now);
  return inserted > 0;
}
