import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import type { CheckoutFailure } from '../ledger/checkout.entity.js';
import { lookAtCollections } from '../ledger/collections.js';
import type { Answer, LookUp } from '../provider/port.js';
import type { ProviderPayment } from '../provider/provider-objects.js';
import { endCollection, endOf, placeCollection } from '../receiving/collection-placement.js';
import { PaymentPlacement } from '../receiving/payment-placement.js';
import { sellingTables } from '../selling.tables.js';
import { type Collectable, findCollectable, isCollectionWanted } from './collectable.js';
import { type Job, JobKind, type Made, type Readiness, type Refusal, type Sending } from './job-kind.js';
import { JobSender } from './job-sender.js';

/** A row that somebody has locked is looked at again after so long. */
const LOCKED_MS = 1_000;

// Commands lock the sale, and the connection, before the job: neither is waited for. FOR KEY SHARE: only a disconnection is
// kept out, which looks for collections.
const tryToLock = sellingTables.statement(
  'try_to_lock_sale_to_collect',
  { sale: 'uuid', account: 'text' },
  `select s.id from sales s
   join payment_providers c on c.organization_id = s.organization_id and c.status = 'active' and c.account_id = :account
   where s.organization_id = :organization and s.id = :sale
   for update of s skip locked for key share of c skip locked`,
);

const insertCollection = sellingTables.statement(
  'insert_collection',
  {
    ...{ id: 'uuid', sale: 'uuid', installment: 'uuid', dueAt: 'timestamptz', number: 'integer', amount: 'integer' },
    ...{ currency: 'text', now: 'timestamptz' },
  },
  `insert into collections (organization_id, id, sale_id, installment_id, due_at, number, amount, currency, status,
     attempted_at, created_at, updated_at)
   values (:organization, :id, :sale, :installment, :dueAt, :number, :amount, :currency, 'sending', :now, :now, :now)`,
);

const removeUnsent = sellingTables.statement(
  'remove_unsent_collection',
  { id: 'uuid' },
  `delete from collections where organization_id = :organization and id = :id and status = 'sending'`,
);

const noteUnknown = sellingTables.statement(
  'note_unknown_collection',
  { id: 'uuid', now: 'timestamptz' },
  `update collections set status = 'unknown', updated_at = :now
   where organization_id = :organization and id = :id and status = 'sending'`,
);

type Request = Pick<Collectable, 'amount' | 'currency' | 'description' | 'customerId' | 'paymentMethodId'>;

/** Charges a saved method for a sale. The collection has the id of the request; its money is placed like any other. */
@Injectable()
export class Collect extends JobKind {
  readonly name = 'collect';

  constructor(
    sender: JobSender,
    private readonly payments: PaymentPlacement,
  ) {
    super();
    sender.add(this);
  }

  /** Status and amount are read now, under the lock of the sale: since it was requested both may have changed. */
  async ready(tenant: TenantSession, { id, targetId: sale, accountId: account }: Job, now: Date): Promise<Readiness> {
    const locked = await tenant.query(tryToLock, { sale, account });
    if (locked.length === 0) return { kind: 'wait', until: new Date(now.getTime() + LOCKED_MS) };
    const found = await findCollectable(tenant, sale, account, now);
    if (!found) return { kind: 'drop' };
    const { installmentId: installment, dueAt, number, ...request } = found;
    const { amount, currency } = request;
    await tenant.execute(insertCollection, { id, sale, installment, dueAt, number, amount, currency, now });
    return { kind: 'ready', request: request satisfies Request };
  }

  /** After a cancellation, for example, a request is not sent once more that may not have arrived. */
  override mayRepeat(tenant: TenantSession, { id }: Job): Promise<boolean> {
    return isCollectionWanted(tenant, id);
  }

  send({ provider, access, job }: Sending): Promise<Answer<Made>> {
    const { organizationId, saleId, id: jobId } = job;
    const tag = { organizationId, saleId: saleId ?? '', jobId };
    return provider.collect(access, { ...(job.request as Request), tag, idempotencyKey: jobId });
  }

  lookUp({ id: jobId, createdAt: since, request }: Job): LookUp {
    return { kind: 'payment', jobId, since, customerId: (request as Request).customerId };
  }

  /** Nothing: whoever places the payment locks the sale, after what comes before it. */
  lockTarget(): Promise<unknown> {
    return Promise.resolve();
  }

  override isDecided(made: Made, now: Date): boolean {
    return endOf(made as ProviderPayment, now) !== undefined;
  }

  /** A charge that waits for a key is none of the attempts. */
  override readonly withdraw = async (tenant: TenantSession, { id }: Job): Promise<void> => {
    await tenant.execute(removeUnsent, { id });
  };

  override async unknown(tenant: TenantSession, { id }: Job, now: Date): Promise<void> {
    await tenant.execute(noteUnknown, { id, now });
  }

  async done(tenant: TenantSession, _job: Job, made: Made, now: Date): Promise<void> {
    const payment = made as ProviderPayment;
    await this.payments.place(tenant, now, payment, null);
    await placeCollection(tenant, now, payment);
  }

  async refused(tenant: TenantSession, { id }: Job, reason: Refusal, now: Date): Promise<void> {
    const failure = FAILURES[reason] ?? 'not_made';
    await endCollection(tenant, now, id, { status: 'failed', payment: null, failure });
  }

  /** While the request waited, or its result was unknown, no other one was made for the sale. */
  override finished(tenant: TenantSession, now: Date): Promise<void> {
    return lookAtCollections(tenant, now);
  }
}

const FAILURES: Partial<Record<Refusal, CheckoutFailure>> = {
  amount_not_supported: 'amount_not_supported',
  declined: 'card_declined',
  not_found: 'method_not_usable',
};
