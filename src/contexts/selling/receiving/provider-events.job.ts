import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { Database } from '#kernel/work';
import { type Answer, PaymentProvider, type ProviderAccess } from '../provider/port.js';
import { findConnected, ProviderSecrets } from '../provider/provider-secrets.js';
import { sellingTables } from '../selling.tables.js';
import { gather, type Gathered } from './gathered.js';
import { ObjectPlacement } from './object-placement.js';
import { PROVIDER_EVENTS } from './received-events.js';
import type { ReferenceKind } from '../provider/provider-objects.js';

/** The first wait after a provider did not answer; it doubles. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Two days of attempts. */
const MAX_ATTEMPTS = 60;

interface Waiting {
  id: string;
  objectKind: ReferenceKind;
  objectId: string;
  saleId: string | null;
  attempts: number;
}

const findWaiting = sellingTables
  .statement(
    'find_waiting_provider_event',
    { now: 'timestamptz' },
    `select id, object_kind as "objectKind", object_id as "objectId", sale_id as "saleId", attempts from provider_events
     where organization_id = :organization and next_at <= :now order by next_at, id limit 1`,
  )
  .returning<Waiting>();

const findNext = sellingTables
  .statement(
    'find_next_provider_event',
    {},
    'select min(next_at) as at from provider_events where organization_id = :organization',
  )
  .returning<{ at: Date | null }>();

const endWaiting = sellingTables.statement(
  'end_waiting_of_provider_event',
  {
    ...{ id: 'uuid', outcome: 'text', sale: 'uuid', paymentRef: 'text', amount: 'integer', currency: 'text' },
    now: 'timestamptz',
  },
  `update provider_events
   set outcome = :outcome, sale_id = :sale, next_at = null, updated_at = :now,
     payment_ref = coalesce(:paymentRef, payment_ref), amount = coalesce(:amount::bigint, amount),
     currency = coalesce(:currency, currency)
   where organization_id = :organization and id = :id and outcome = 'waiting'`,
);

const putOff = sellingTables.statement(
  'put_off_provider_event',
  { id: 'uuid', next: 'timestamptz', now: 'timestamptz' },
  `update provider_events set attempts = attempts + 1, next_at = :next, updated_at = :now
   where organization_id = :organization and id = :id and outcome = 'waiting'`,
);

// The other events of a payment that had no place wait again, now that it has one.
const retryOthers = sellingTables.statement(
  'retry_provider_events_of_payment',
  { payment: 'text', except: 'uuid', sale: 'uuid', now: 'timestamptz' },
  `update provider_events set outcome = 'waiting', sale_id = :sale, next_at = :now, attempts = 0, updated_at = :now
   where organization_id = :organization and payment_ref = :payment and id <> :except
     and outcome in ('unmatched', 'mismatched', 'failed')`,
);

/** Looks each event's object up at the provider, and applies the state that it has by now. */
@Injectable()
export class ProviderEventsJob extends ScheduledJob {
  readonly name = PROVIDER_EVENTS;
  override readonly takesLong = true;

  constructor(
    jobs: JobWorker,
    private readonly provider: PaymentProvider,
    private readonly secrets: ProviderSecrets,
    private readonly objects: ObjectPlacement,
    private readonly database: Database,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    for (;;) {
      const [waiting] = await lease.inTenant((tenant) => tenant.query(findWaiting, { now: lease.now }));
      if (!waiting) break;
      const connected = await lease.inTenant(findConnected);
      const access = connected && this.secrets.accessOf(lease.organizationId, connected);
      // The job is scheduled again once the key is accepted: until then its events wait.
      if (!access) return null;
      await this.apply(lease, waiting, access);
    }
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(findNext));
    return at;
  }

  private async apply(lease: JobLease, waiting: Waiting, access: ProviderAccess): Promise<void> {
    const reference = { kind: waiting.objectKind, id: waiting.objectId };
    const answer = await gather(this.provider, access, reference);
    // Not by the lease: commands lock the sale, and then schedule jobs.
    await this.database.inTenant(lease.organizationId, (tenant) => this.step(tenant, lease.now, waiting, answer));
  }

  private async step(
    tenant: TenantSession,
    now: Date,
    { id, saleId: chosen, attempts }: Waiting,
    answer: Answer<Gathered>,
  ): Promise<void> {
    if (answer.kind !== 'done') {
      const isOver = isFinal(answer) || attempts + 1 >= MAX_ATTEMPTS;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
      const none = { paymentRef: null, amount: null, currency: null };
      if (isOver) await tenant.execute(endWaiting, { id, outcome: 'failed', sale: chosen, now, ...none });
      else await tenant.execute(putOff, { id, next: new Date(now.getTime() + wait), now });
      return;
    }
    const { payment } = answer.value;
    const { outcome, saleId } = await this.objects.place(tenant, now, answer.value, chosen);
    const told = {
      paymentRef: payment?.id ?? null,
      amount: payment?.amount ?? null,
      currency: payment?.currency ?? null,
    };
    await tenant.execute(endWaiting, { id, outcome, sale: saleId, now, ...told });
    if (outcome !== 'applied' || payment === null) return;
    const retried = await tenant.execute(retryOthers, { payment: payment.id, except: id, sale: saleId, now });
    if (retried > 0) await schedule(tenant, PROVIDER_EVENTS, now);
  }
}

/** A key that is refused may be replaced; an object that is not there will not appear. */
function isFinal(answer: Answer<Gathered>): boolean {
  return answer.kind === 'refused' && answer.reason !== 'bad_key' && answer.reason !== 'missing_permission';
}
