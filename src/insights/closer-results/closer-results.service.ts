import { Injectable } from '@nestjs/common';
import { closerOf } from '#contexts/selling/selling.public.js';
import { toResource, toResources } from '#kernel/fields';
import { groupedBy, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { utcPeriodOf } from '../local-period.js';
import { decidedRate } from '../sales-analytics/sales-analytics.dto.js';
import { SalesMoney } from '../sales-analytics/sales-money.js';
import { CloserResult, type CloserResultsQuery, type MedianDays, type NoneClosed } from './closer-results.dto.js';
import { type CloserResultRow, listResults, sumSalesOfClosers } from './closer-results.statements.js';

@Injectable()
export class CloserResultsService {
  list(scope: Scope, query: CloserResultsQuery): Promise<Page<CloserResult>> {
    const { now, caller } = scope;
    const values = { now, ...utcPeriodOf(query, now).instants };
    const own = closerOf(caller) ?? undefined;
    return scope.list(listResults, { ...query, ...values, own }, async (rows) => {
      const members = rows.map(({ memberId }) => memberId);
      const sums = groupedBy(await scope.query(sumSalesOfClosers, { ...values, members }), ({ closer }) => closer);
      return rows.map((row) => toResult(row, sums.get(row.memberId) ?? []));
    });
  }
}

const toMoney = toResources(SalesMoney);

function toResult(row: CloserResultRow, money: readonly SalesMoney[]): CloserResult {
  return toResource(CloserResult, {
    ...row,
    closeRate: decidedRate(row),
    daysToClose: daysToClose(row),
    money: toMoney(money),
  });
}

function daysToClose({ median, hits }: CloserResultRow): MedianDays | NoneClosed {
  if (median === null) return { measured: false, reason: 'none_closed', median, sample: 0 };
  return { measured: true, median, sample: hits };
}
