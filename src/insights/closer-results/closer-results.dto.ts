import { NestedList, OneOf, Text, Union, Unmeasured, Uuid, WholeNumber } from '#kernel/fields';
import { Limit, type PageQuery } from '#kernel/lists';
import { Sampled } from '../cohort-analytics/cohort-analytics.dto.js';
import { Quantity, Share } from '../figures.js';
import { PeriodQuery } from '../local-period.js';
import { DecidedRate, UndecidedRate } from '../sales-analytics/sales-analytics.dto.js';
import { SalesMoney } from '../sales-analytics/sales-money.js';

export class CloserResultsQuery extends PeriodQuery implements PageQuery {
  @Limit({ most: 100, usual: 50 }) limit?: number;
  @Text({ optional: true, description: 'nextCursor of the previous page' }) cursor?: string;
}

export class MedianDays extends Sampled {
  @Quantity({ description: 'Half of them took no longer', example: 4.5 }) median: number;
}

export class NoneClosed extends Unmeasured {
  @OneOf(['none_closed'], { description: 'Why there is no value' }) reason: string;
  @Quantity({ nullable: true, description: 'Null', example: null }) median: null;
  @WholeNumber({ max: 0 }) sample: number;
}

export class CloserResult {
  @Uuid({ description: 'Member' }) memberId: string;
  @Text({ description: 'Display name' }) memberName: string;
  @WholeNumber({ description: 'Prospects that they were given in the period, also those that others have now' })
  assigned: number;

  @WholeNumber({ description: 'Calls of the period that were held' }) callsHeld: number;
  @Share({ nullable: true, description: 'held ÷ (held + no_show); null without either', example: 0.8 })
  showRate: number | null;

  @Union([DecidedRate, UndecidedRate], {
    description:
      'Of the prospects of the held calls who had not bought before: those whose first sale, of this closer, became active ' +
      'within 30 days of one. Pending: younger and open. reason: none_decided',
  })
  closeRate: DecidedRate | UndecidedRate;

  @Union([MedianDays, NoneClosed], {
    description: 'From the first such call to the activation, of those closed. reason: none_closed',
  })
  daysToClose: MedianDays | NoneClosed;

  @NestedList(() => SalesMoney, { description: 'By currency, of the sales that name them' }) money: SalesMoney[];
}
