import { Injectable } from '@nestjs/common';
import { invalidFields } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { sellingTables } from '../selling.tables.js';
import { paymentUnderWay } from '../checkout/checkout.refusals.js';
import { isPaymentUnderWay } from '../ledger/checkout-rows.js';
import { issuesOfChange, totalOf } from '../ledger/changed-installments.js';
import { lookAtInstallments } from '../ledger/installments.job.js';
import { keepInstallments } from '../ledger/kept-installments.js';
import { resumeWhenPaid } from '../ledger/overdue-pause.js';
import { addEntry } from '../ledger/sale-entries.js';
import { SaleLocks } from './sale-locks.js';
import type { ChangeInstallmentsRequest, Sale } from '../ledger/sale.dto.js';
import { SALE, SaleEntity, SaleInstallmentEntity } from '../ledger/sale.entity.js';
import { installmentsChanged } from '../ledger/sale.events.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { Settlement } from './settlement.js';

// Positions are unique in a sale: those that are kept make room first.
const makeRoom = sellingTables.statement(
  'make_room_for_installments',
  { sale: 'uuid' },
  'update sale_installments set position = position + 1000 where organization_id = :organization and sale_id = :sale',
);

const placeInstallments = sellingTables.statement(
  'place_installments_of_sale',
  { sale: 'uuid', ids: 'uuid[]', positions: 'text[]', dueAt: 'text[]' },
  `update sale_installments i set position = t.position::integer, due_at = t.due_at::timestamptz
   from unnest(:ids::uuid[], :positions::text[], :dueAt::text[]) as t (id, position, due_at)
   where i.organization_id = :organization and i.sale_id = :sale and i.id = t.id`,
);

@Injectable()
export class InstallmentChangeService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly settlement: Settlement,
  ) {}

  /** Replaces the installments. Once the sale is active their sum is what is owed. */
  async change(
    uow: UnitOfWork,
    id: string,
    { installments: wanted, reason }: ChangeInstallmentsRequest,
  ): Promise<Sale> {
    const locked = await this.locks.lock(uow, await this.sales.read(uow, id));
    const { sale, row } = locked;
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    SALE.require(row, 'reserved', 'active');
    if (await isPaymentUnderWay(uow, id)) throw paymentUnderWay.error();
    const present = await this.sales.listInstallments(uow, [id]);
    const issues = issuesOfChange(present, wanted, row.received, row.acceptedAt ?? uow.now);
    if (issues.length > 0) throw invalidFields(issues);
    const placed = wanted.map((one, index) => ({ ...one, id: one.id ?? uow.newId(), position: index + 1 }));
    const isNew = new Set(placed.filter((_, index) => wanted[index].id === undefined));
    const kept = placed.filter((one) => !isNew.has(one));
    keepInstallments(uow, id, kept);
    uow.queue(makeRoom, { sale: id });
    uow.queue(placeInstallments, {
      ...{ sale: id, ids: kept.map((one) => one.id), positions: kept.map(({ position }) => String(position)) },
      dueAt: kept.map(({ dueAt }) => dueAt.toISOString()),
    });
    uow.insertAll(
      SaleInstallmentEntity,
      [...isNew].map(({ id: installmentId, position, amount, dueAt }) => ({
        ...{ id: installmentId, saleId: id, position, amount, dueAt },
      })),
    );
    const { currency } = row.terms;
    const change = row.status === 'active' ? totalOf(placed) - row.owed : 0;
    if (change !== 0) {
      const kind = change > 0 ? 'owed_raised' : 'owed_reduced';
      await addEntry(uow, { saleId: id, kind, amount: Math.abs(change), currency });
    }
    const changed = uow.change(SaleEntity, sale, { installmentsReason: reason });
    const owed = { from: row.owed, to: row.owed + change };
    uow.record(installmentsChanged, { ...changed, currency, owed: owed.to }, { owed, installments: placed.length });
    await this.settlement.activateIfMet(uow, locked, row.received);
    await lookAtInstallments(uow, wanted[0].dueAt);
    if (row.status === 'active') await resumeWhenPaid(uow, row);
    return this.sales.one(uow, id);
  }
}
