import type { TenantSession } from '#kernel/persistence';
import { endCheckout, lockCheckout, placeCheckout, tryToLockCheckout } from '../checkout/placed-checkout.js';
import type { Answer, LookUp } from '../provider/port.js';
import { findCustomerId } from '../provider/provider-customers.js';
import type { ProviderCheckout } from '../provider/provider-objects.js';
import { sellingTables } from '../selling.tables.js';
import { type Job, JobKind, type Made, type Readiness, type Refusal, type Sending } from './job-kind.js';
import { fetchNow } from './job-rows.js';

/** The provider refuses a session that ends earlier. */
const SHORTEST_SESSION_MS = 31 * 60_000;
/** The customer, once made, wakes the job. */
const WAIT_FOR_CUSTOMER_MS = 60_000;

const LOCKED_MS = 1_000;

const findState = sellingTables
  .statement(
    'find_checkout_to_send',
    { checkout: 'uuid', customer: 'uuid' },
    `select c.status, c.close_requested_at as "closeRequestedAt", c.expires_at as "expiresAt", exists (
       select 1 from provider_jobs j where j.organization_id = :organization and j.kind = 'create_customer'
         and j.target_id = :customer and j.finished_at is null) as "customerIsMade"
     from checkouts c where c.organization_id = :organization and c.id = :checkout`,
  )
  .returning<{ status: string; closeRequestedAt: Date | null; expiresAt: Date; customerIsMade: boolean }>();

interface Request {
  customer: string;
  amount: number;
  currency: string;
  description: string;
  expiresAt: string;
  savesMethod: boolean;
  returnUrl: string;
}

export class CreateCheckout extends JobKind {
  readonly name = 'create_checkout';

  async ready(tenant: TenantSession, { targetId, request }: Job, now: Date): Promise<Readiness> {
    const { customer } = request as Request;
    const [checkout] = await tenant.query(findState, { checkout: targetId, customer });
    const end = checkout.expiresAt.getTime() - SHORTEST_SESSION_MS;
    const isOver = checkout.status !== 'preparing' || checkout.closeRequestedAt !== null || end < now.getTime();
    if (isOver) return this.drop(tenant, targetId, now, { status: 'expired' });
    if ((await findCustomerId(tenant, customer)) !== null) return { kind: 'ready' };
    if (checkout.customerIsMade) return { kind: 'wait', until: new Date(now.getTime() + WAIT_FOR_CUSTOMER_MS) };
    return this.drop(tenant, targetId, now, { status: 'failed', failure: 'not_made' });
  }

  /** A command locks the checkout before the job: it is not waited for. */
  private async drop(
    tenant: TenantSession,
    checkout: string,
    now: Date,
    end: Parameters<typeof endCheckout>[3],
  ): Promise<Readiness> {
    if (!(await tryToLockCheckout(tenant, checkout)))
      return { kind: 'wait', until: new Date(now.getTime() + LOCKED_MS) };
    await endCheckout(tenant, now, checkout, end);
    return { kind: 'drop' };
  }

  override async bind(tenant: TenantSession, { request }: Job): Promise<{ customerId: string | null }> {
    return { customerId: await findCustomerId(tenant, (request as Request).customer) };
  }

  send({ provider, access, job, bound }: Sending): Promise<Answer<Made>> {
    const { amount, currency, description, expiresAt, savesMethod, returnUrl } = job.request as Request;
    return provider.createCheckout(access, {
      ...{ amount, currency, description, savesMethod, returnUrl, idempotencyKey: job.id },
      customerId: customerOf(bound),
      expiresAt: new Date(expiresAt),
      tag: { organizationId: job.organizationId, saleId: job.saleId ?? '', jobId: job.id },
    });
  }

  lookUp({ id: jobId, createdAt: since }: Job, bound: object): LookUp {
    return { kind: 'checkout', jobId, since, customerId: customerOf(bound) };
  }

  lockTarget(tenant: TenantSession, { targetId }: Job): Promise<unknown> {
    return lockCheckout(tenant, targetId);
  }

  /** Whatever became of it since is fetched: a payment, or a hold, locks the sale before the checkout. */
  async done(tenant: TenantSession, { targetId: id }: Job, made: Made, now: Date): Promise<void> {
    const checkout = made as ProviderCheckout;
    await placeCheckout(tenant, now, { ...checkout, status: 'open' }, null);
    if (checkout.status !== 'open') await tenant.execute(fetchNow, { id, now });
  }

  async refused(tenant: TenantSession, { targetId }: Job, reason: Refusal, now: Date): Promise<void> {
    const failure = reason === 'amount_not_supported' ? reason : 'not_made';
    await endCheckout(tenant, now, targetId, { status: 'failed', failure });
  }
}

function customerOf(bound: object): string {
  const { customerId } = bound as { customerId: string | null };
  if (customerId === null) throw new Error('a checkout was sent without a customer');
  return customerId;
}
