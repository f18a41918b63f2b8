import type { UnitOfWork } from '#kernel/work';
import { webhookTables } from './webhooks.tables.js';

// One row of the organization for each noun, locked by each creation: a count under this lock sees every earlier one.
const lock = webhookTables.statement(
  'lock_webhook_creation',
  { id: 'uuid', name: 'text', now: 'timestamptz' },
  `insert into webhook_budgets (organization_id, id, name, spent_until) values (:organization, :id, :name, :now)
   on conflict (organization_id, name) do update set spent_until = excluded.spent_until`,
);

/** Lets concurrent creations of the noun wait until the end of the unit of work. */
export async function lockCreation(uow: UnitOfWork, noun: 'subscription' | 'event feed'): Promise<void> {
  await uow.execute(lock, { id: uow.newId(), name: `create ${noun}`, now: uow.now });
}
