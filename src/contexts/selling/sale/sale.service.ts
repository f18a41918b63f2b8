import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { reachableProspect } from '../prospect/prospect.policy.js';
import { PaymentRepository } from '../ledger/payment.repository.js';
import { listCollections } from '../ledger/collections.js';
import { Collection, type Sale, type SalesQuery, SaleWithPayments } from '../ledger/sale.dto.js';
import { listEntries } from '../ledger/sale-entries.js';
import { SaleEntry, type SaleEntriesQuery } from '../ledger/sale-entry.dto.js';
import { reachableSale } from '../ledger/sale.policy.js';
import { listSales, SaleRepository } from '../ledger/sale.repository.js';

@Injectable()
export class SaleService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentRepository,
  ) {}

  async list(scope: Scope, query: SalesQuery): Promise<Page<Sale>> {
    const own = closerOf(scope.caller) ?? undefined;
    if (query.memberId !== undefined && !isAdministrator(scope.caller)) {
      throw forbidden('memberId requires OWNER or ADMIN.');
    }
    if (query.prospectId !== undefined) await reachableProspect.authorize(scope, query.prospectId);
    return scope.list(listSales, { ...query, own, now: scope.now }, (rows) => this.sales.shown(scope, rows));
  }

  async get(scope: Scope, id: string): Promise<SaleWithPayments> {
    const payments = await this.payments.listOfSale(scope, id);
    const refunds = await this.payments.listRefundsOfSale(scope, id);
    const disputes = await this.payments.listDisputesOfSale(scope, id);
    const charges = groupedBy(await listCollections(scope, id), ({ installmentId }) => installmentId);
    const sale = await this.sales.one(scope, id);
    const installments = sale.installments.map((one) => {
      const collections = charges.get(one.id) ?? [];
      return { ...one, collections: collections.map((row) => toResource(Collection, row)) };
    });
    return toResource(SaleWithPayments, { ...sale, installments, payments, refunds, disputes });
  }

  async listEntries(scope: Scope, query: SaleEntriesQuery): Promise<Page<SaleEntry>> {
    const { saleId } = query;
    if (saleId !== undefined) await reachableSale.authorize(scope, saleId);
    else if (!isAdministrator(scope.caller)) throw invalidField('saleId', 'is required of a closer');
    return scope.list(listEntries, query, (rows) => rows.map((row) => toResource(SaleEntry, row)));
  }
}
