import { Injectable } from '@nestjs/common';
import { reachesAllEnrollments } from '#contexts/enrollments/enrollments.public.js';
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
  type CockpitWeek,
  type MeasuredCount,
  type NotMeasured,
  SOURCES,
  type Unavailable,
} from './cockpit.dto.js';
import { weekOf } from './cockpit-week.js';
import { CockpitRepository } from './cockpit.repository.js';
import type { CohortRow, MemberCounts, SessionsRow } from './cockpit.statements.js';

const INTERVENTION_WINDOW_DAYS = 14;
const HOUR_MS = 3_600_000;

@Injectable()
export class CockpitService {
  constructor(
    private readonly cockpits: CockpitRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async read(scope: Scope, cohortId: string): Promise<Cockpit> {
    const { cohort, members, sessions } = await this.cockpits.read(scope, cohortId, {
      interventionSince: before(scope.now, INTERVENTION_WINDOW_DAYS * 24),
      reviewDue: before(scope.now, this.settings.REVIEW_DUE_HOURS),
    });
    if (!cohort || !sessions.reached) throw notFound();
    const wholeCohort = reachesAllEnrollments(scope.caller);
    const sections = {
      week: week(cohort, scope.now),
      phase: phase(cohort),
      capacity: wholeCohort ? capacity(cohort, members.total) : notMeasured('tenant_scope_required'),
      absences: absences(members, sessions),
    };
    return toResource(Cockpit, {
      cohort: toResource(CockpitCohort, { ...cohort, startDate: calendarDateToInstant(cohort.startDate) }),
      scope: wholeCohort ? 'tenant' : 'assigned',
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

function week(cohort: CohortRow, now: Date): CockpitWeek | NotMeasured {
  const { startDate, timezone } = cohort;
  if (startDate === null) return notMeasured('start_date_missing');
  const number = weekOf(startDate, timezone, now);
  if (number === 0) return notMeasured('not_started');
  return { measured: true, week: number, startDate: `${startDate}T00:00:00.000Z`, timezone };
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
  if (!sessions.past) return notMeasured('no_past_live');
  if (!members.attendance_recorded) return notMeasured('attendance_not_recorded');
  return measured(members.absences, members.repeatedly_absent);
}

function measured(total: number, highlighted: number): MeasuredCount {
  return { measured: true, total, highlighted };
}

function notMeasured(reason: string): NotMeasured {
  return { measured: false, reason };
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

function before(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}
