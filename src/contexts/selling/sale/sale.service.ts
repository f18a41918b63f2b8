import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { reachableProspect } from '../prospect/prospect.policy.js';
import type { Sale, SalesQuery } from './sale.dto.js';
import { listSales, SaleRepository } from './sale.repository.js';

@Injectable()
export class SaleService {
  constructor(private readonly sales: SaleRepository) {}

  async list(scope: Scope, query: SalesQuery): Promise<Page<Sale>> {
    const own = closerOf(scope.caller) ?? undefined;
    if (query.memberId !== undefined && !isAdministrator(scope.caller)) {
      throw forbidden('memberId requires OWNER or ADMIN.');
    }
    if (query.prospectId !== undefined) await reachableProspect.authorize(scope, query.prospectId);
    return scope.list(listSales, { ...query, own, now: scope.now }, (rows) => this.sales.shown(scope, rows));
  }

  get(scope: Scope, id: string): Promise<Sale> {
    return this.sales.one(scope, id);
  }
}
