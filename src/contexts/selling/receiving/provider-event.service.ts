import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { schedule } from '#kernel/jobs';
import { newestFirst, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { type ProviderEventsQuery, ReceivedEvent, type SettleProviderEventRequest } from './provider-event.dto.js';
import { ProviderEventEntity } from './provider-event.entity.js';
import { eventSettled, settleProviderEvent } from './provider-event.operations.js';
import { PROVIDER_EVENTS } from './received-events.js';
import { readPaidSale } from './sale-of-payment.js';

const UNPLACED = ['unmatched', 'mismatched', 'failed'];

const listEvents = sellingTables
  .list('list_provider_events', {
    filters: { outcome: ['text', 'e.outcome = :outcome'] },
    order: newestFirst('id', 'e.id'),
    sql: (page) => `select e.id, e.type, e.source, e.received_at as "receivedAt", e.outcome, e.sale_id as "saleId"
      from provider_events e where e.organization_id = :organization${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<Pick<ProviderEventEntity, 'id' | 'type' | 'source' | 'receivedAt' | 'outcome' | 'saleId'>>();

const listOfObject = sellingTables
  .statement(
    'list_unplaced_events_of_object',
    { object: 'text' },
    `select id from provider_events where organization_id = :organization and object_id = :object
       and outcome in ('unmatched', 'mismatched', 'failed') order by id`,
  )
  .returning<{ id: string }>();

@Injectable()
export class ProviderEventService {
  list(scope: Scope, query: ProviderEventsQuery): Promise<Page<ReceivedEvent>> {
    return scope.list(listEvents, query, (rows) => rows.map((row) => toResource(ReceivedEvent, row)));
  }

  /** Settles all that was told of the object. Money for a sale is entered by the job, as it is at the provider by then. */
  async settle(uow: UnitOfWork, id: string, request: SettleProviderEventRequest): Promise<ReceivedEvent> {
    const { saleId = null, reason } = request;
    const { objectId } = await uow.get(ProviderEventEntity, id);
    const found = objectId === null ? [] : await uow.query(listOfObject, { object: objectId });
    // Together and in one order: others may settle what was told of the same object at the same time.
    const events = await uow.getAllForUpdate(ProviderEventEntity, [...new Set([id, ...found.map((one) => one.id)])]);
    const event = events.find((one) => one.id === id);
    if (!event || !UNPLACED.includes(event.outcome)) throw eventSettled.error();
    if (saleId !== null) await this.checkSale(uow, saleId, event);
    const settled = { settledAt: uow.now, settledBy: uow.caller.accountId, settleReason: reason };
    const change =
      saleId === null
        ? ({ ...settled, outcome: 'ignored', nextAt: null } as const)
        : ({ ...settled, outcome: 'waiting', saleId, nextAt: uow.now, attempts: 0 } as const);
    const others = events.filter((one) => one.id !== id && UNPLACED.includes(one.outcome));
    uow.changeAll(ProviderEventEntity, others, change);
    const row = uow.change(ProviderEventEntity, event, change);
    if (saleId !== null) await schedule(uow, PROVIDER_EVENTS, uow.now);
    uow.record(settleProviderEvent.event, row);
    return toResource(ReceivedEvent, row);
  }

  private async checkSale(uow: UnitOfWork, saleId: string, { currency }: ProviderEventEntity): Promise<void> {
    const sale = await readPaidSale(uow, saleId);
    if (!sale) throw invalidField('saleId', 'must be a sale of the organization');
    if (currency !== null && sale.currency !== currency)
      throw invalidField('saleId', 'must be a sale in the currency of the money');
    const isEarly = sale.acceptedAt === null && sale.status !== 'cancelled';
    if (isEarly) throw invalidField('saleId', 'must be a sale that was accepted');
  }
}
