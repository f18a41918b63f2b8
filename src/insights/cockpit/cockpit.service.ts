import { Injectable } from '@nestjs/common';
import { ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { notFound } from '#kernel/errors/service-error.js';
import { calendarDateToInstant } from '#kernel/fields/time.js';
import { toResource } from '#kernel/fields/to-resource.js';
import type { Scope } from '#kernel/persistence/scope.js';
import {
  type Aggregate,
  Cockpit,
  type CockpitCapacity,
  CockpitCohort,
  CockpitMembers,
  type CockpitPhase,
  type CockpitProvenance,
  CockpitRhythm,
  type MeasuredCount,
  type NotMeasured,
  SOURCES,
  type Unavailable,
} from './cockpit.dto.js';
import { absencesMissing, cockpitScope, signalWindows } from './cockpit-signals.js';
import { measured, notMeasured, week } from './cockpit-sections.js';
import { CockpitRepository } from './cockpit.repository.js';
import type { CohortRow, MemberCounts, SessionsRow } from './cockpit.statements.js';

@Injectable()
export class CockpitService {
  constructor(
    private readonly cockpits: CockpitRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async read(scope: Scope, cohortId: string): Promise<Cockpit> {
    const windows = signalWindows(scope.now, this.settings.REVIEW_DUE_HOURS);
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
      members: toResource(CockpitMembers, members),
      rhythm: toResource(CockpitRhythm, members),
      reviews: measured(members.reviews, members.overdue_reviews),
      blockers: measured(members.blockers, members.urgent_blockers),
      withoutIntervention: members.without_intervention,
      upcomingLives: sessions.upcoming.map((live) => ({
        ...live,
        startsAt: new Date(`${live.startsAt}Z`).toISOString(),
        endsAt: new Date(`${live.endsAt}Z`).toISOString(),
      })),
      provenance: provenance(await scope.asOf()),
      unavailable: unavailable(sections),
    });
  }
}

function phase(cohort: CohortRow): CockpitPhase | NotMeasured {
  if (cohort.phase_total === 0) return notMeasured('not_configured');
  const { phase_id: id, phase_name: name, phase_position: position, phase_total: total } = cohort;
  if (id === null || name === null || position === null) return notMeasured('not_positioned');
  return { measured: true, id, name, position, total };
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

function absences(members: MemberCounts, sessions: SessionsRow): MeasuredCount | NotMeasured {
  const reason = absencesMissing(sessions.past, members.attended > 0);
  if (reason !== null) return notMeasured(reason);
  return measured(members.absences, members.repeatedly_absent);
}

function provenance(instant: Date): CockpitProvenance {
  const asOf = instant.toISOString();
  const entries = Object.entries(SOURCES).map(([key, source]) => [key, { source, asOf }]);
  return Object.fromEntries(entries) as CockpitProvenance;
}

function unavailable(sections: Partial<Record<Aggregate, object>>): Unavailable[] {
  return Object.entries(sections).flatMap(([key, section]) =>
    'reason' in section ? [{ key, source: SOURCES[key as Aggregate], reason: (section as NotMeasured).reason }] : [],
  );
}
