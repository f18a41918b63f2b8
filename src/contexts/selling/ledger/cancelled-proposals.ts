import { fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { SaleEntity } from './sale.entity.js';
import { saleCancelled } from './sale.events.js';
import type { SaleRow } from './sale.repository.js';

/** As `cancel_sale` records it. */
const CANCELLED = { action: 'cancel_sale', targetType: 'sale', event: saleCancelled };

/** Cancels locked proposals with their offer, and records each as `cancel_sale` does. */
export function cancelProposals(uow: UnitOfWork, proposals: readonly SaleEntity[], rows: readonly SaleRow[]): void {
  const currencies = new Map(rows.map(({ id, terms }) => [id, terms.currency]));
  const change = { status: 'cancelled', endedAt: uow.now, endReason: 'The offer was withdrawn.' } as const;
  for (const [index, cancelled] of uow.changeAll(SaleEntity, proposals, change).entries()) {
    const changes = fieldChanges(SaleEntity, proposals[index], change);
    uow.recordAlso(CANCELLED, { ...cancelled, currency: currencies.get(cancelled.id) ?? '', owed: 0 }, changes);
  }
}
