import type { TenantSession } from '#kernel/persistence';
import type { Answer, LookUp } from '../provider/port.js';
import { lockCustomerById, setCustomerId } from '../provider/provider-customers.js';
import { sellingTables } from '../selling.tables.js';
import { type Job, JobKind, type Made, type Readiness, type Refusal, type Sending } from './job-kind.js';

const wakeCheckouts = sellingTables.statement(
  'wake_checkouts_of_customer',
  { customer: 'text', now: 'timestamptz' },
  `update provider_jobs set next_at = :now, updated_at = :now
   where organization_id = :organization and kind = 'create_checkout' and status = 'waiting'
     and request ->> 'customer' = :customer`,
);

// The name and the address are of no use any more.
const forget = sellingTables.statement(
  'forget_texts_of_provider_job',
  { id: 'uuid' },
  `update provider_jobs set request = '{}' where organization_id = :organization and id = :id`,
);

interface Request {
  name: string;
  /** Missing once the person was erased. */
  email?: string;
}

export class CreateCustomer extends JobKind {
  readonly name = 'create_customer';

  ready(_tenant: TenantSession, { request }: Job): Promise<Readiness> {
    return Promise.resolve({ kind: (request as Request).email === undefined ? 'drop' : 'ready' });
  }

  send({ provider, access, job }: Sending): Promise<Answer<Made>> {
    const { name, email } = job.request as Request;
    if (email === undefined) return Promise.resolve({ kind: 'refused', reason: 'bad_request' });
    const { id, organizationId } = job;
    return provider.createCustomer(access, {
      ...{ name, email, idempotencyKey: id },
      tag: { organizationId, jobId: id },
    });
  }

  lookUp({ id: jobId, createdAt: since, request }: Job): LookUp | null {
    const { email } = request as Request;
    return email === undefined ? null : { kind: 'customer', jobId, since, email };
  }

  lockTarget(tenant: TenantSession, { targetId }: Job): Promise<unknown> {
    return lockCustomerById(tenant, targetId);
  }

  async done(tenant: TenantSession, { id, targetId }: Job, made: Made, now: Date): Promise<void> {
    await setCustomerId(tenant, targetId, made.id, now);
    await tenant.execute(wakeCheckouts, { customer: targetId, now });
    await tenant.execute(forget, { id });
  }

  /** The checkouts that wait for it are told when they are looked at. */
  async refused(tenant: TenantSession, { id, targetId }: Job, _reason: Refusal, now: Date): Promise<void> {
    await tenant.execute(wakeCheckouts, { customer: targetId, now });
    await tenant.execute(forget, { id });
  }
}
