import { Injectable } from '@nestjs/common';
import { reachesAllEnrollments } from '../../enrollments/enrollments.public.js';
import { Settings } from '../../platform/config/settings.js';
import { notFound } from '../../platform/errors/service-error.js';
import { calendarDateToInstant } from '../../platform/fields/time.js';
import type { Scope } from '../../platform/persistence/scope.js';
import {
  AGGREGATES,
  type Aggregate,
  type Cockpit,
  type CockpitCapacity,
  type CockpitPhase,
  type CockpitProvenance,
  type CockpitWeek,
  type MeasuredCount,
  type NotMeasured,
  type Unavailable,
} from './cockpit.dto.js';
import { weekOf } from './cockpit-week.js';
import { CockpitRepository } from './cockpit.repository.js';
import type { CohortRow, MemberCounts, SessionsRow } from './cockpit.statements.js';

const INTERVENTION_WINDOW_DAYS = 14;
const HOUR_MS = 3_600_000;

/** What each aggregate is computed from. */
const SOURCES: Record<Aggregate, string> = {
  week: 'cohorts.start_date',
  phase: 'cohort_phases',
  capacity: 'cohorts.capacity, enrollments',
  members: 'enrollments',
  rhythm: 'blockers, member_tasks, submissions',
  reviews: 'submissions',
  blockers: 'blockers',
  absences: 'live_sessions, attendances',
  withoutIntervention: 'enrollment_notes, coaching_sessions',
  upcomingLives: 'live_sessions',
};

@Injectable()
export class CockpitService {
  constructor(
    private readonly cockpits: CockpitRepository,
    private readonly settings: Settings,
  ) {}

  async read(scope: Scope, cohortId: string): Promise<Cockpit> {
    const { cohort, members, sessions } = await this.cockpits.read(scope, cohortId, {
      intervention: before(scope.now, INTERVENTION_WINDOW_DAYS * 24),
      reviews: before(scope.now, this.settings.REVIEW_DUE_HOURS),
    });
    if (!cohort || !sessions.reached) throw notFound();
    const wholeCohort = reachesAllEnrollments(scope.caller);
    const sections = {
      week: week(cohort, scope.now),
      phase: phase(cohort),
      capacity: wholeCohort ? capacity(cohort, members.total) : notMeasured('tenant_scope_required'),
      absences: absences(members, sessions),
    };
    return {
      cohort: {
        id: cohort.id,
        name: cohort.name,
        programName: cohort.program_name,
        status: cohort.status,
        timezone: cohort.timezone,
        startDate: calendarDateToInstant(cohort.start_date),
      },
      scope: wholeCohort ? 'tenant' : 'assigned',
      week: sections.week,
      phase: sections.phase,
      capacity: sections.capacity,
      members: {
        total: members.total,
        active: members.active,
        pending: members.pending,
        completed: members.completed,
      },
      rhythm: {
        on_time: members.on_time,
        late: members.late,
        at_risk: members.at_risk,
        unknown: members.unknown,
      },
      reviews: measured(members.reviews, members.overdue_reviews),
      blockers: measured(members.blockers, members.urgent_blockers),
      absences: sections.absences,
      withoutIntervention: members.without_intervention,
      upcomingLives: sessions.upcoming.map((live) => ({
        ...live,
        startsAt: new Date(`${live.startsAt}Z`).toISOString(),
        endsAt: new Date(`${live.endsAt}Z`).toISOString(),
      })),
      provenance: provenance(scope.now),
      unavailable: unavailable(sections),
    };
  }
}

function week(cohort: CohortRow, now: Date): CockpitWeek | NotMeasured {
  if (cohort.start_date === null) return notMeasured('start_date_missing');
  const number = weekOf(cohort.start_date, cohort.timezone, now);
  if (number === 0) return notMeasured('not_started');
  const startDate = `${cohort.start_date}T00:00:00.000Z`;
  return { measured: true, week: number, startDate, timezone: cohort.timezone };
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

function provenance(now: Date): CockpitProvenance {
  const asOf = now.toISOString();
  return Object.fromEntries(
    AGGREGATES.map((key) => [key, { source: SOURCES[key], asOf }]),
  ) as unknown as CockpitProvenance;
}

function unavailable(sections: Partial<Record<Aggregate, object>>): Unavailable[] {
  return Object.entries(sections).flatMap(([key, section]) =>
    'reason' in section ? [{ key, source: SOURCES[key as Aggregate], reason: (section as NotMeasured).reason }] : [],
  );
}

function before(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}
