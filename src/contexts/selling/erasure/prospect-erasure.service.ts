import { Injectable } from '@nestjs/common';
import { expireExportsWith } from '#contexts/exports/exports.public.js';
import { idsOf } from '#kernel/lists';
import { eraseResultsOf } from '#kernel/operations';
import { changedMeanwhile } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { bookSalesCall, closeSalesCall, moveSalesCall } from '../call/sales-call.operations.js';
import { cancelCallsTo } from '../calendar/following-calls.js';
import { SalesCallRepository } from '../calendar/sales-call.repository.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { ProspectSales } from '../prospect/prospect-sales.js';
import type { Prospect } from '../prospect/prospect.dto.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import {
  assignProspect,
  closeProspect,
  createProspect,
  eraseProspect,
  prospectErased,
  updateProspect,
} from '../prospect/prospect.operations.js';
import { ProspectService } from '../prospect/prospect.service.js';
import { acceptSale, cancelSale, changeInstallments, fulfillSale, proposeSale } from '../sale/sale.operations.js';
import { sellingTables } from '../selling.tables.js';
import { erasedTextsOf } from './erased-texts.js';

const namesOf = (operations: readonly { name: string }[]) => operations.map(({ name }) => name);

/** The operations whose first results show texts. */
const SHOWING = {
  prospects: namesOf([createProspect, updateProspect, assignProspect, closeProspect]),
  sales: namesOf([proposeSale, acceptSale, cancelSale, changeInstallments, fulfillSale]),
  calls: namesOf([bookSalesCall, moveSalesCall, closeSalesCall]),
};

const ERASED = { name: 'Erased person', search: '', email: null, phone: null, source: null };

/** Erases the texts that are found by the prospect; its own row is changed by the unit of work. */
const eraseTexts = erasedTextsOf({ prospects: ':prospect', sale: (row) => `${row}.prospect_id = :prospect` })
  .filter(({ table }) => table !== 'prospects')
  .map(({ table, where, set }) => {
    const columns = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
    const usesAddress = columns.some((column) => column.includes(':address'));
    const statement = sellingTables.statement(
      `erase_${table}_of_prospect`,
      { prospect: 'uuid', ...(usesAddress ? { address: 'text' } : {}) },
      `update ${table} t set ${columns.join(', ')} where t.organization_id = :organization and ${where}`,
    );
    return { statement, usesAddress };
  });

@Injectable()
export class ProspectErasureService {
  constructor(
    private readonly prospects: ProspectService,
    private readonly ofProspect: ProspectSales,
    private readonly sales: SaleRepository,
    private readonly calls: SalesCallRepository,
  ) {}

  /** Locks sales, then the prospect. Amounts and billing stay: accounts must be kept. Throws 409 where a sale has not ended. */
  async erase(uow: UnitOfWork, id: string): Promise<Prospect> {
    const sales = idsOf(await this.sales.listOfProspect(uow, id));
    await uow.getAllForUpdate(SaleEntity, sales);
    const prospect = await this.prospects.lock(uow, id);
    // Something was proposed before the prospect was locked.
    if ((await this.sales.listOfProspect(uow, id)).length > sales.length) throw changedMeanwhile();
    if (prospect.erasedAt !== null) throw prospectErased.error();
    await this.ofProspect.requireAllEnded(uow, id);
    const lost = { status: 'lost', lostReason: 'other', closedAt: uow.now } as const;
    const isOpen = prospect.status === 'open';
    // Before the prospect: words that name them are found by its row.
    for (const { statement, usesAddress } of eraseTexts) {
      uow.queue(statement, { prospect: id, ...(usesAddress ? { address: prospect.email } : {}) });
    }
    const erased = uow.change(ProspectEntity, prospect, { ...ERASED, ...(isOpen ? lost : {}), erasedAt: uow.now });
    await this.eraseResults(uow, id, sales);
    await cancelCallsTo(uow, id);
    await expireExportsWith(uow, [id], uow.now);
    uow.record(eraseProspect.event, erased);
    return this.prospects.shown(uow, erased);
  }

  private async eraseResults(uow: UnitOfWork, id: string, sales: readonly string[]): Promise<void> {
    await eraseResultsOf(uow, SHOWING.prospects, id, uow.now);
    for (const sale of sales) await eraseResultsOf(uow, SHOWING.sales, sale, uow.now);
    for (const call of idsOf(await this.calls.listOfProspect(uow, id))) {
      await eraseResultsOf(uow, SHOWING.calls, call, uow.now);
    }
  }
}
