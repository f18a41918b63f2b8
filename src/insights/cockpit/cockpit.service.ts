import { Injectable } from '@nestjs/common';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { notFound } from '#kernel/errors';
import { calendarDateToInstant, toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import {
  Cockpit,
  type CockpitCapacity,
  CockpitCohort,
  CockpitMembers,
  CockpitRhythm,
  type MeasuredCount,
  type NotMeasured,
  SOURCES,
} from './cockpit.dto.js';
import { absencesMissing, cockpitScope, signalWindows } from './cockpit-signals.js';
import { measured, notMeasured, phase, provenanceOf, unavailableOf, week } from './cockpit-sections.js';
import { CockpitRepository } from './cockpit.repository.js';
import type { CohortRow, MemberCounts, SessionsRow } from './cockpit.statements.js';

@Injectable()
export class CockpitService {
  constructor(
    private readonly cockpits: CockpitRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async read(scope: Scope, cohortId: string): Promise<Cockpit> {
    const windows = signalWindows(scope.now, await reviewDueHours(scope, this.settings));
    const { cohort, members, sessions } = await this.cockpits.read(scope, cohortId, windows);
    if (!cohort || !sessions.reached) throw notFound();
    const reach = cockpitScope(scope.caller);
    const sections = {
      week: week(cohort, scope.now),
      phase: phase(cohort),
      capacity: reach === 'tenant' ? capacity(cohort, members.total) : notMeasured('tenant_scope_required'),
      absences: absences(members, sessions),
    };
    return toResource(Cockpit, {
      cohort: toResource(CockpitCohort, { ...cohort, startDate: calendarDateToInstant(cohort.startDate) }),
      scope: reach,
      ...sections,
      ...memberSections(members),
      upcomingLives: sessions.upcoming.map((live) => ({
        ...live,
        startsAt: new Date(`${live.startsAt}Z`).toISOString(),
        endsAt: new Date(`${live.endsAt}Z`).toISOString(),
      })),
      provenance: provenanceOf(SOURCES, await scope.asOf()),
      unavailable: unavailableOf(SOURCES, sections),
    });
  }
}

function capacity({ capacity: limit }: CohortRow, occupancy: number): CockpitCapacity {
  return {
    limited: limit !== null,
    limit,
    occupancy,
    available: limit === null ? null : Math.max(limit - occupancy, 0),
    overCapacity: limit !== null && occupancy > limit,
  };
}

/** The sections that are counted over the members. */
export function memberSections(members: MemberCounts) {
  return {
    members: toResource(CockpitMembers, members),
    rhythm: toResource(CockpitRhythm, members),
    reviews: measured(members.reviews, members.overdue_reviews),
    blockers: measured(members.blockers, members.urgent_blockers),
    withoutIntervention: members.without_intervention,
  };
}

export function absences(members: MemberCounts, sessions: SessionsRow): MeasuredCount | NotMeasured {
  const reason = absencesMissing(sessions.past, members.attended > 0);
  if (reason !== null) return notMeasured(reason);
  return measured(members.absences, members.repeatedly_absent);
}
