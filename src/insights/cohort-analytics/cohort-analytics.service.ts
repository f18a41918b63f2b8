import { Injectable } from '@nestjs/common';
import { calendarDateToInstant, toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { OverviewCohort } from '../cockpit/cockpit.dto.js';
import { provenanceOf, unavailableOf } from '../cockpit/cockpit-sections.js';
import { cockpitScope } from '../cockpit/cockpit-signals.js';
import {
  instantsOf,
  lastDaysOf,
  MAX_DAYS,
  type Period,
  periodOf,
  type PeriodQuery,
  USUAL_DAYS,
} from '../local-period.js';
import { sectionsOf } from './analytics-sections.js';
import { ANALYTICS_SOURCES, AnalyticsInterventions, CohortAnalytics } from './cohort-analytics.dto.js';
import { CohortAnalyticsRepository } from './cohort-analytics.repository.js';

@Injectable()
export class CohortAnalyticsService {
  constructor(private readonly analytics: CohortAnalyticsRepository) {}

  async read(scope: Scope, id: string, query: PeriodQuery): Promise<CohortAnalytics> {
    const cohort = await this.analytics.getCohort(scope, id);
    const { timezone } = cohort;
    const period = periodIn(cohort, query);
    const rows = await this.analytics.read(scope, id, { ...instantsOf(period, timezone), timezone });
    const { onTimeRate, effect, ...sections } = sectionsOf(rows);
    const asOf = await scope.asOf();
    return toResource(CohortAnalytics, {
      ...sections,
      cohort: toResource(OverviewCohort, { ...cohort, startDate: calendarDateToInstant(cohort.startDate) }),
      scope: cockpitScope(scope.caller),
      period,
      interventions: toResource(AnalyticsInterventions, { ...rows.interventions, onTimeRate, effect }),
      provenance: provenanceOf(ANALYTICS_SOURCES, asOf),
      unavailable: unavailableOf(ANALYTICS_SOURCES, { ...sections, onTimeRate, effect }),
      asOf,
    });
  }
}

/** The period of the query. Without dates it is that of the cohort, of a long one its last days. */
function periodIn(
  { startDate, endDate, today }: { startDate: string | null; endDate: string | null; today: string },
  query: PeriodQuery,
): Period {
  const isGiven = query.from !== undefined || query.to !== undefined;
  if (!isGiven && startDate !== null && endDate !== null) {
    return lastDaysOf({ from: startDate, to: endDate }, MAX_DAYS);
  }
  return periodOf(query, today, { usual: USUAL_DAYS, most: MAX_DAYS });
}
