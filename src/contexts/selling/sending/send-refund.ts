import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import type { Answer, LookUp } from '../provider/port.js';
import type { ProviderRefund } from '../provider/provider-objects.js';
import { RefundPlacement } from '../receiving/refund-placement.js';
import { sellingTables } from '../selling.tables.js';
import { type Job, JobKind, type Made, type Readiness, type Sending } from './job-kind.js';
import { JobSender } from './job-sender.js';

/** The request of a refund. */
export interface RefundJobRequest {
  /** The payment as the provider names it, and as we do. */
  providerPaymentId: string;
  paymentId: string;
  amount: number;
  currency: string;
}

const lockSale = sellingTables.statement(
  'lock_sale_of_refund',
  { sale: 'uuid' },
  'select id from sales where organization_id = :organization and id = :sale for update',
);

/** Sends a refund that was asked for. Its result is placed like one that an event brings. */
@Injectable()
export class SendRefund extends JobKind {
  readonly name = 'refund';

  constructor(
    sender: JobSender,
    private readonly refunds: RefundPlacement,
  ) {
    super();
    sender.add(this);
  }

  ready(): Promise<Readiness> {
    return Promise.resolve({ kind: 'ready' });
  }

  send({ provider, access, job }: Sending): Promise<Answer<Made>> {
    const { providerPaymentId: paymentId, amount, currency } = job.request as RefundJobRequest;
    const tag = { organizationId: job.organizationId, saleId: job.saleId ?? '', jobId: job.id };
    return provider.refund(access, { paymentId, amount, currency, tag, idempotencyKey: job.id });
  }

  lookUp({ id: jobId, createdAt: since, request }: Job): LookUp {
    const { providerPaymentId: paymentId } = request as RefundJobRequest;
    return { kind: 'refund', jobId, since, paymentId };
  }

  lockTarget(tenant: TenantSession, { saleId: sale }: Job): Promise<unknown> {
    return tenant.query(lockSale, { sale });
  }

  async done(tenant: TenantSession, { saleId, request }: Job, made: Made, now: Date): Promise<void> {
    const { paymentId: id } = request as RefundJobRequest;
    await this.refunds.place(tenant, now, made as ProviderRefund, { id, saleId: saleId ?? '' });
  }

  async refused(tenant: TenantSession, { targetId, saleId }: Job, _reason: string, now: Date): Promise<void> {
    await this.refunds.fail(tenant, now, targetId, saleId ?? '');
  }
}
