import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import type { Scope } from '#kernel/work';
import { insightTables } from '../insights.tables.js';
import { datesOf, periodOf, type PeriodQuery } from '../local-period.js';
import type { CockpitDay, CockpitHistory } from './cockpit-history.dto.js';
import { MAX_DAYS, USUAL_DAYS } from './cockpit-history.operations.js';

const findToday = insightTables
  .statement(
    'find_today_of_cohort',
    { cohort: 'uuid', now: 'timestamptz' },
    `select (:now::timestamptz at time zone timezone)::date::text as today from cohorts
     where organization_id = :organization and id = :cohort`,
  )
  .returning<{ today: string }>();

const listDays = insightTables
  .statement(
    'list_cockpit_days',
    { cohort: 'uuid', from: 'date', to: 'date' },
    `select date::text as date, sections, as_of as "asOf" from cockpit_days
     where organization_id = :organization and cohort_id = :cohort and date between :from and :to`,
  )
  .returning<{ date: string; sections: Omit<CockpitDay, 'date' | 'measured' | 'asOf'>; asOf: Date }>();

@Injectable()
export class CockpitHistoryService {
  async read(scope: Scope, cohort: string, query: PeriodQuery): Promise<CockpitHistory> {
    const [found] = await scope.query(findToday, { cohort, now: scope.now });
    if (!found) throw notFound();
    const period = periodOf(query, found.today, { usual: USUAL_DAYS, most: MAX_DAYS });
    const days = new Map((await scope.query(listDays, { cohort, ...period })).map((day) => [day.date, day]));
    const items = datesOf(period).map((date) => {
      const day = days.get(date);
      if (!day) return { date, measured: false as const, reason: 'not_recorded' };
      return { date, measured: true as const, ...day.sections, asOf: day.asOf.toISOString() };
    });
    return { items };
  }
}
