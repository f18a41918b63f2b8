import { Injectable } from '@nestjs/common';
import type { JobLease } from '#kernel/jobs';
import { Database } from '#kernel/work';
import { type Answer, PaymentProvider, type ProviderAccess } from '../provider/port.js';
import type { ProviderCheckout, ProviderObject, ProviderPayment } from '../provider/provider-objects.js';
import { CheckoutPlacement } from '../receiving/checkout-placement.js';
import { PaymentPlacement } from '../receiving/payment-placement.js';
import { findDueCheckout, putOffFetch } from './job-rows.js';

const AGAIN_MS = 60_000;
const AFTER_REFUSAL_MS = 3_600_000;

/** Asks for the state of checkouts that have ended by now, and records what was paid. */
@Injectable()
export class CheckoutFetcher {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly payments: PaymentPlacement,
    private readonly checkouts: CheckoutPlacement,
    private readonly database: Database,
  ) {}

  /** Undefined where nothing is due; otherwise whether the provider gave an answer. */
  async fetchNext(lease: JobLease, account: string, access: ProviderAccess): Promise<boolean | undefined> {
    const [due] = await lease.inTenant((tenant) => tenant.query(findDueCheckout, { account, now: lease.now }));
    if (!due) return undefined;
    const answer = await this.gather(access, due.providerId);
    // Not by the lease: commands lock the sale, and then schedule the job.
    await this.database.inTenant(lease.organizationId, async (tenant) => {
      const { now } = lease;
      if (answer.kind !== 'done') {
        const wait = answer.kind === 'unknown' ? AGAIN_MS : AFTER_REFUSAL_MS;
        await tenant.execute(putOffFetch, { id: due.id, next: new Date(now.getTime() + wait) });
        return;
      }
      const { checkout, payment } = answer.value;
      // The payment first: it locks the sale, of which the checkout is a leaf.
      if (payment !== null) await this.payments.place(tenant, now, payment, null);
      await this.checkouts.place(tenant, now, checkout, payment);
    });
    return answer.kind !== 'unknown';
  }

  private async gather(
    access: ProviderAccess,
    id: string,
  ): Promise<Answer<{ checkout: ProviderCheckout; payment: ProviderPayment | null }>> {
    const fetched = await this.provider.fetch(access, { kind: 'checkout', id });
    if (fetched.kind !== 'done') return fetched;
    const checkout = fetched.value as ProviderCheckout;
    if (checkout.paymentId === null) return { kind: 'done', value: { checkout, payment: null } };
    const paid: Answer<ProviderObject> = await this.provider.fetch(access, { kind: 'payment', id: checkout.paymentId });
    if (paid.kind !== 'done') return paid;
    return { kind: 'done', value: { checkout, payment: paid.value as ProviderPayment } };
  }
}
