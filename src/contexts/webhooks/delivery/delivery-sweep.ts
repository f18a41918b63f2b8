import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { Database, HourlySweep } from '#kernel/work';
import { firstIdAt } from '#kernel/persistence';
import { RoleSettings } from '#kernel/settings';
import { WebhookSettings } from '../outgoing/webhook.settings.js';
import { webhookTables } from '../webhooks.tables.js';

const DAY_MS = 86_400_000;
/** Deliveries per transaction, each with its attempts. */
const BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

// By id, which begins with the creation time. SKIP LOCKED: a delivery that is redelivered right now is kept.
const lockFinished = webhookTables
  .statement(
    'lock_finished_webhook_deliveries',
    { after: 'uuid', before: 'uuid', finishedBefore: 'timestamptz' },
    `select id from webhook_deliveries
     where organization_id = :organization and id > :after and id < :before
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
export class DeliverySweep extends HourlySweep {
  constructor(
    database: Database,
    private readonly settings: WebhookSettings,
    private readonly role: RoleSettings,
    private readonly clock: Clock,
  ) {
    super(database);
  }

  protected isNeeded(): boolean {
    return this.role.ROLE !== 'api';
  }

  protected async sweep(organizationId: string): Promise<number> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - DAY_MS);
    await this.database.inTenant(organizationId, (tenant) => tenant.execute(deleteBudgets, { before }));
    const days = this.settings.WEBHOOK_DELIVERY_RETENTION_DAYS;
    if (days === 0) return 0;
    const finishedBefore = new Date(now.getTime() - days * DAY_MS);
    const beforeId = firstIdAt(finishedBefore.getTime());
    await this.database.inTenant(organizationId, (tenant) => tenant.execute(deleteTests, { before: beforeId }));
    let removed = 0;
    for (let after: string | undefined = FIRST_ID; after !== undefined;) {
      const place = { after, before: beforeId, finishedBefore };
      const ids: string[] = await this.database.inTenant(organizationId, async (tenant) => {
        const found = (await tenant.query(lockFinished, place)).map(({ id }) => id);
        if (found.length > 0) {
          await tenant.execute(deleteAttempts, { deliveries: found });
          await tenant.execute(deleteDeliveries, { ids: found });
        }
        return found;
      });
      removed += ids.length;
      after = ids.length < BATCH ? undefined : ids.at(-1);
    }
    return removed;
  }
}
