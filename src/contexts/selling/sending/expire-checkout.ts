import type { TenantSession } from '#kernel/persistence';
import { lockCheckout } from '../checkout/placed-checkout.js';
import type { Answer } from '../provider/port.js';
import { type Job, JobKind, type Made, type Readiness, type Sending } from './job-kind.js';
import { fetchNow } from './job-rows.js';

export class ExpireCheckout extends JobKind {
  readonly name = 'expire_checkout';

  ready(): Promise<Readiness> {
    return Promise.resolve({ kind: 'ready' });
  }

  send({ provider, access, job }: Sending): Promise<Answer<Made>> {
    const { checkoutId } = job.request as { checkoutId: string };
    return provider.expireCheckout(access, { checkoutId, idempotencyKey: job.id });
  }

  lookUp(): null {
    return null;
  }

  lockTarget(tenant: TenantSession, { targetId }: Job): Promise<unknown> {
    return lockCheckout(tenant, targetId);
  }

  /** Its state is fetched after that: a checkout that was paid before stays paid, and its payment is placed then. */
  async done(tenant: TenantSession, { targetId: id }: Job, _made: Made, now: Date): Promise<void> {
    await tenant.execute(fetchNow, { id, now });
  }

  async refused(tenant: TenantSession, { targetId: id }: Job, _reason: string, now: Date): Promise<void> {
    await tenant.execute(fetchNow, { id, now });
  }
}
