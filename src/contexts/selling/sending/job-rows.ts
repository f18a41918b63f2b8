import { sellingTables } from '../selling.tables.js';
import type { Job } from './job-kind.js';

export const lockNextJob = sellingTables
  .statement(
    'lock_next_provider_job',
    { account: 'text', now: 'timestamptz' },
    `select organization_id as "organizationId", id, kind, target_id as "targetId", sale_id as "saleId",
       account_id as "accountId", status, attempts,
       request, first_sent_at as "firstSentAt", last_sent_at as "lastSentAt", created_at as "createdAt"
     from provider_jobs
     where organization_id = :organization and finished_at is null and account_id = :account and next_at <= :now
     order by next_at, id limit 1 for update skip locked`,
  )
  .returning<Job>();

/** Before it is sent. Whoever takes it up after a crash knows that it may have been. */
export const markSent = sellingTables.statement(
  'mark_provider_job_as_sent',
  { id: 'uuid', now: 'timestamptz', next: 'timestamptz' },
  `update provider_jobs set status = 'sending', attempts = attempts + 1, next_at = :next, last_sent_at = :now,
     first_sent_at = coalesce(first_sent_at, :now::timestamptz), updated_at = :now
   where organization_id = :organization and id = :id`,
);

/** Before it is sent for the first time: it never changes after that. */
export const setRequest = sellingTables.statement(
  'set_request_of_provider_job',
  { id: 'uuid', request: 'jsonb' },
  'update provider_jobs set request = :request where organization_id = :organization and id = :id',
);

/** Puts off a job that is not finished. */
export const putOffJob = sellingTables.statement(
  'put_off_provider_job',
  { id: 'uuid', attempts: 'integer', status: 'text', next: 'timestamptz', now: 'timestamptz' },
  `update provider_jobs set status = :status, next_at = :next, updated_at = :now
   where organization_id = :organization and id = :id and attempts = :attempts and finished_at is null`,
);

/** As if it had not been sent: the provider refused the key before it looked at the request. */
export const withdrawJob = sellingTables.statement(
  'withdraw_provider_job',
  { id: 'uuid', attempts: 'integer', next: 'timestamptz', now: 'timestamptz' },
  `update provider_jobs set status = 'waiting', attempts = 0, first_sent_at = null, last_sent_at = null, next_at = :next,
     updated_at = :now
   where organization_id = :organization and id = :id and attempts = :attempts and finished_at is null`,
);

/** Changes nothing where another worker has sent it again, or finished it. */
export const finishJob = sellingTables.statement(
  'finish_provider_job',
  { id: 'uuid', attempts: 'integer', status: 'text', refusal: 'text', now: 'timestamptz' },
  `update provider_jobs set status = :status, refusal = :refusal, finished_at = :now, next_at = null, updated_at = :now
   where organization_id = :organization and id = :id and attempts = :attempts and finished_at is null`,
);

export const findDueCheckout = sellingTables
  .statement(
    'find_checkout_to_fetch',
    { account: 'text', now: 'timestamptz' },
    `select id, provider_id as "providerId" from checkouts
     where organization_id = :organization and account_id = :account and fetch_at <= :now and provider_id is not null
     order by fetch_at, id limit 1`,
  )
  .returning<{ id: string; providerId: string }>();

export const fetchNow = sellingTables.statement(
  'fetch_checkout_now',
  { id: 'uuid', now: 'timestamptz' },
  `update checkouts set fetch_at = :now where organization_id = :organization and id = :id
     and status in ('open', 'processing')`,
);

export const putOffFetch = sellingTables.statement(
  'put_off_fetch_of_checkout',
  { id: 'uuid', next: 'timestamptz' },
  'update checkouts set fetch_at = :next where organization_id = :organization and id = :id and fetch_at is not null',
);

export const findNextOfProvider = sellingTables
  .statement(
    'find_next_request_of_provider',
    { account: 'text' },
    `select least(
       (select min(j.next_at) from provider_jobs j
        where j.organization_id = :organization and j.account_id = :account and j.finished_at is null),
       (select min(c.fetch_at) from checkouts c where c.organization_id = :organization and c.account_id = :account)) as at`,
  )
  .returning<{ at: Date | null }>();
