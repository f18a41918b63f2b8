import { toOutcomeMeasure } from '#contexts/outcomes/outcomes.public.js';
import { toResource } from '#kernel/fields';
import { absencesMissing } from '../cockpit/cockpit-signals.js';
import {
  type AnalyticsAttendance,
  type AnalyticsContacts,
  AnalyticsEnrollments,
  AnalyticsOutcome,
  type AnalyticsProgress,
  type AnalyticsSubmissions,
  EnrollmentsByStatus,
  type InterventionEffect,
  type NoAnalyticsReason,
  type NoFigure,
  type Quantiles,
  type SampledRate,
} from './cohort-analytics.dto.js';
import type { Analyzed } from './cohort-analytics.repository.js';
import type { OutcomeRow, QuantilesRow } from './cohort-analytics.statements.js';
import { bucketsOf, medianOf } from './distribution.js';

const WEEK_S = 604_800;

export function sectionsOf(rows: Analyzed) {
  const { enrollments, interventions, reviewHours } = rows;
  const { completedInPeriod, left } = enrollments;
  return {
    enrollments: toResource(AnalyticsEnrollments, {
      ...enrollments,
      byStatus: toResource(EnrollmentsByStatus, enrollments),
    }),
    completion: rateOf(completedInPeriod, left, 'none_closed'),
    daysToComplete: quantilesOf(enrollments, completedInPeriod, 'none_completed'),
    submissions: submissionsOf(rows),
    reviewHours: quantilesOf(reviewHours, reviewHours.sample, 'none_reviewed'),
    attendance: attendanceOf(rows),
    contacts: contactsOf(rows),
    onTimeRate: rateOf(interventions.onTime, interventions.completed, 'none_closed'),
    effect: effectOf(rows),
    progress: progressOf(rows),
    outcomes: rows.outcomes.map(toOutcome),
  };
}

function missing(reason: NoAnalyticsReason): NoFigure {
  return { measured: false, reason };
}

function rateOf(part: number, sample: number, reason: NoAnalyticsReason): SampledRate | NoFigure {
  return sample === 0 ? missing(reason) : { measured: true, rate: part / sample, sample };
}

function quantilesOf({ median, p90 }: QuantilesRow, sample: number, reason: NoAnalyticsReason): Quantiles | NoFigure {
  return median === null || p90 === null ? missing(reason) : { measured: true, median, p90, sample };
}

function submissionsOf({ submissions }: Analyzed): AnalyticsSubmissions | NoFigure {
  const { handedIn, withDeadline, onTime, reviewed, accepted } = submissions;
  if (handedIn === 0) return missing('none_handed_in');
  return {
    measured: true,
    handedIn,
    onTimeRate: withDeadline === 0 ? null : onTime / withDeadline,
    firstTimeAcceptedRate: reviewed === 0 ? null : accepted / reviewed,
    sample: handedIn,
  };
}

function attendanceOf({ attendance }: Analyzed): AnalyticsAttendance | NoFigure {
  const { past, present, absent, excused } = attendance;
  const sample = present + absent;
  const reason = absencesMissing(past, sample > 0);
  if (reason !== null) return { measured: false, reason };
  return { measured: true, presentRate: present / sample, excused, sample };
}

function contactsOf({ contacts: { contacts, seconds, sample } }: Analyzed): AnalyticsContacts | NoFigure {
  if (sample === 0) return missing('no_active_time');
  return { measured: true, perActiveMemberWeek: contacts / (seconds / WEEK_S), sample };
}

function effectOf({ effect }: Analyzed): InterventionEffect | NoFigure {
  const { completed, passed, improved, unchanged, worsened } = effect;
  const sample = improved + unchanged + worsened;
  if (completed === 0) return missing('none_closed');
  if (passed === 0) return missing('too_early');
  return sample === 0 ? missing('rhythm_unknown') : { measured: true, improved, unchanged, worsened, sample };
}

function progressOf({ progress }: Analyzed): AnalyticsProgress | NoFigure {
  const all = [...progress.values()].map((one) => one.progress);
  const percents = all.flatMap((one) => (one.measured ? [one.percent] : []));
  if (percents.length > 0) return { measured: true, median: medianOf(percents), buckets: bucketsOf(percents) };
  const [first] = all;
  return first === undefined || first.measured ? missing('no_members') : { measured: false, reason: first.reason };
}

function toOutcome(row: OutcomeRow): AnalyticsOutcome {
  const { readings, sample, change } = row;
  const meanChange =
    change !== null && sample !== null
      ? { measured: true as const, value: change, sample }
      : missing(readings ? 'no_baseline' : 'no_reading');
  return toResource(AnalyticsOutcome, { measure: toOutcomeMeasure(row), meanChange });
}
