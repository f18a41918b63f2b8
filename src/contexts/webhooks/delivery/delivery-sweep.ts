import { Injectable } from '@nestjs/common';
import { JobWorker, Sweep } from '#kernel/jobs';
import { firstIdAt, type TenantSession } from '#kernel/persistence';
import { WebhookSettings } from '../outgoing/webhook.settings.js';
import { webhookTables } from '../webhooks.tables.js';

const DAY_MS = 86_400_000;
/** Deliveries, each with its attempts. */
const BATCH = 1_000;

// By id, which begins with the creation time. SKIP LOCKED: a delivery that is redelivered right now is kept.
const lockFinished = webhookTables
  .statement(
    'lock_finished_webhook_deliveries',
    { before: 'uuid', finishedBefore: 'timestamptz' },
    `select id from webhook_deliveries
     where organization_id = :organization and id < :before
       and status <> 'pending' and completed_at < :finishedBefore
     order by id limit ${BATCH} for update skip locked`,
  )
  .returning<{ id: string }>();

const deleteAttempts = webhookTables.statement(
  'delete_webhook_delivery_attempts',
  { deliveries: 'uuid[]' },
  `delete from webhook_delivery_attempts
   where organization_id = :organization and delivery_id = any(:deliveries::uuid[])`,
);

const deleteDeliveries = webhookTables.statement(
  'delete_webhook_deliveries',
  { ids: 'uuid[]' },
  'delete from webhook_deliveries where organization_id = :organization and id = any(:ids::uuid[])',
);

// A budget that is not spent is the same as none.
const deleteBudgets = webhookTables.statement(
  'delete_unspent_webhook_budgets',
  { before: 'timestamptz' },
  'delete from webhook_budgets where organization_id = :organization and spent_until < :before',
);

const deleteTests = webhookTables.statement(
  'delete_webhook_tests',
  { before: 'uuid' },
  'delete from webhook_tests where organization_id = :organization and id < :before',
);

/** Deletes tests, and deliveries that finished more than WEBHOOK_DELIVERY_RETENTION_DAYS ago, with their attempts. */
@Injectable()
export class DeliverySweep extends Sweep {
  readonly name = 'webhook_deliveries';
  protected override readonly batch = BATCH;

  constructor(
    jobs: JobWorker,
    private readonly settings: WebhookSettings,
  ) {
    super();
    jobs.add(this);
  }

  protected async sweep(tenant: TenantSession, now: Date): Promise<number> {
    await tenant.execute(deleteBudgets, { before: new Date(now.getTime() - DAY_MS) });
    const days = this.settings.WEBHOOK_DELIVERY_RETENTION_DAYS;
    if (days === 0) return 0;
    const finishedBefore = new Date(now.getTime() - days * DAY_MS);
    const before = firstIdAt(finishedBefore.getTime());
    await tenant.execute(deleteTests, { before });
    const ids = (await tenant.query(lockFinished, { before, finishedBefore })).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tenant.execute(deleteAttempts, { deliveries: ids });
    return tenant.execute(deleteDeliveries, { ids });
  }
}
