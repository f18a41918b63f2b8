import { OutcomeMeasure } from '#contexts/outcomes/outcomes.public.js';
import {
  CalendarDate,
  Field,
  FieldsOf,
  Instant,
  Measured,
  Nested,
  NestedList,
  NestedUnder,
  OneOf,
  Text,
  unchecked,
  Union,
  Unmeasured,
  WholeNumber,
} from '#kernel/fields';
import { Cockpit, OverviewCohort, Provenance } from '../cockpit/cockpit.dto.js';
import { Quantity, Share } from '../figures.js';

export const NO_ANALYTICS_REASONS = [
  'none_closed',
  'none_completed',
  'none_handed_in',
  'none_reviewed',
  'no_past_live',
  'attendance_not_recorded',
  'no_active_time',
  'too_early',
  'rhythm_unknown',
  'no_members',
  'no_content',
  'no_required_lessons',
  'no_reading',
  'no_baseline',
] as const;
export type NoAnalyticsReason = (typeof NO_ANALYTICS_REASONS)[number];

/** A figure without a value, which is never returned as 0. */
export class NoFigure extends Unmeasured {
  @OneOf(NO_ANALYTICS_REASONS, { description: 'Why there is no value' }) reason: string;
}

export class AnalyticsPeriod {
  @CalendarDate({ description: "First day, in the cohort's time zone" }) from: string;
  @CalendarDate({ description: 'Last day, included' }) to: string;
}

export class Sampled extends Measured {
  @WholeNumber({ description: 'What it was measured on', example: 12 }) sample: number;
}

export class SampledRate extends Sampled {
  @Share({ description: 'From 0 to 1', example: 0.75 }) rate: number;
}

export class Quantiles extends Sampled {
  @Quantity({ description: 'Half of them took no longer', example: 20.5 }) median: number;
  @Quantity({ description: 'Nine of ten took no longer', example: 61 }) p90: number;
}

export class EnrollmentsByStatus {
  @WholeNumber({ example: 1 }) pending: number;
  @WholeNumber({ example: 9 }) active: number;
  @WholeNumber({ example: 1 }) paused: number;
  @WholeNumber({ example: 4 }) completed: number;
  @WholeNumber({ example: 1 }) withdrawn: number;
  @WholeNumber({ example: 0 }) failed: number;
  @WholeNumber({ example: 1 }) transferred: number;
}

export class AnalyticsEnrollments {
  @Nested(() => EnrollmentsByStatus, { description: 'As they are now' }) byStatus: EnrollmentsByStatus;
  @WholeNumber({ description: 'Enrolled in the period', example: 3 }) entered: number;
  @WholeNumber({ description: 'Closed in the period, with any result', example: 1 }) left: number;
}

export class AnalyticsSubmissions extends Sampled {
  @WholeNumber({ description: 'Deliverables with their first submission in the period; the sample' }) handedIn: number;

  @Share({ nullable: true, description: 'Of those whose task has a deadline; null where none has', example: 0.9 })
  onTimeRate: number | null;

  @Share({ nullable: true, description: 'Of the first submissions that were reviewed; null where none was' })
  firstTimeAcceptedRate: number | null;
}

export class AnalyticsAttendance extends Sampled {
  @Share({ description: 'present ÷ (present + absent), which is the sample', example: 0.9 }) presentRate: number;
  @WholeNumber({ description: 'Excused absences' }) excused: number;
}

export class AnalyticsContacts extends Sampled {
  @Quantity({
    description:
      'Notes and held coaching sessions for each week of enrolled, unpaused time. The sample are the enrollments with such time',
    example: 0.8,
  })
  perActiveMemberWeek: number;
}

export class InterventionEffect extends Sampled {
  @WholeNumber({ example: 7 }) improved: number;
  @WholeNumber({ example: 4 }) unchanged: number;
  @WholeNumber({ example: 1 }) worsened: number;
}

export class AnalyticsInterventions {
  @WholeNumber({ description: 'Planned in the period' }) planned: number;
  @WholeNumber({ description: 'Completed in the period' }) completed: number;
  @WholeNumber({ description: 'Cancelled in the period' }) cancelled: number;

  @Union([SampledRate, NoFigure], { description: 'Completed by their dueAt, of those completed. reason: none_closed' })
  onTimeRate: SampledRate | NoFigure;

  @Union([InterventionEffect, NoFigure], {
    description:
      "The member's rhythm 14 days after an intervention was completed, compared with the rhythm when it was planned. No proof of a " +
      'cause. reason: none_closed, too_early or rhythm_unknown',
  })
  effect: InterventionEffect | NoFigure;
}

export class AnalyticsProgress extends Measured {
  @Quantity({ description: 'Of the percentages of seated enrollments', example: 62.5 }) median: number;

  @Field({ type: 'integer', isArray: true, minItems: 10, maxItems: 10 } as object, unchecked, {
    description: 'Enrollments by percentage: from 0, from 10, …, from 90 to 100',
    example: [0, 1, 0, 2, 4, 3, 1, 0, 0, 1],
  })
  buckets: number[];
}

export class MeanChange extends Sampled {
  @Field({ type: 'number' }, unchecked, { description: 'Mean of latest reading - baseline', example: 1.5 })
  value: number;
}

export class AnalyticsOutcome {
  @Nested(() => OutcomeMeasure) measure: OutcomeMeasure;

  @Union([MeanChange, NoFigure], {
    description: 'By the entries measured up to the end of the period. reason: no_reading or no_baseline',
  })
  meanChange: MeanChange | NoFigure;
}

export const ANALYTICS_SOURCES = {
  enrollments: 'enrollments',
  completion: 'enrollments',
  daysToComplete: 'enrollments',
  submissions: 'submissions, member_tasks',
  reviewHours: 'submissions',
  attendance: 'live_sessions, attendances',
  contacts: 'enrollment_notes, coaching_sessions, enrollments, enrollment_status_changes',
  interventions: 'interventions',
  onTimeRate: 'interventions',
  effect: 'interventions, blockers, member_tasks, submissions, deadline_extensions',
  progress: 'course_progress, courses',
  outcomes: 'outcome_measures, outcome_entries',
};
type AnalyticsSection = keyof typeof ANALYTICS_SOURCES;
const SECTIONS = Object.keys(ANALYTICS_SOURCES) as AnalyticsSection[];

export class AnalyticsProvenance extends NestedUnder(SECTIONS, () => Provenance) {}

export class UnavailableFigure {
  @OneOf(SECTIONS, { description: 'Figure without a value', example: 'effect' }) key: string;
  @Text({ description: 'Source of the figure', example: 'interventions' }) source: string;
  @OneOf(NO_ANALYTICS_REASONS, { description: 'Why there is no value', example: 'too_early' }) reason: string;
}

export class CohortAnalytics extends FieldsOf(Cockpit, 'scope') {
  @Nested(() => OverviewCohort) cohort: OverviewCohort;
  @Nested(() => AnalyticsPeriod) period: AnalyticsPeriod;
  @Nested(() => AnalyticsEnrollments) enrollments: AnalyticsEnrollments;

  @Union([SampledRate, NoFigure], { description: 'completed ÷ closed in the period. reason: none_closed' })
  completion: SampledRate | NoFigure;

  @Union([Quantiles, NoFigure], {
    description: 'Of those completed in the period, from enrolledAt to closedAt. reason: none_completed',
  })
  daysToComplete: Quantiles | NoFigure;

  @Union([AnalyticsSubmissions, NoFigure], { description: 'reason: none_handed_in' })
  submissions: AnalyticsSubmissions | NoFigure;

  @Union([Quantiles, NoFigure], { description: 'From submission to verdict, by the verdict. reason: none_reviewed' })
  reviewHours: Quantiles | NoFigure;

  @Union([AnalyticsAttendance, NoFigure], {
    description:
      'Of the live sessions that began in the period and have ended. reason: no_past_live or attendance_not_recorded',
  })
  attendance: AnalyticsAttendance | NoFigure;

  @Union([AnalyticsContacts, NoFigure], { description: 'reason: no_active_time' }) contacts:
    AnalyticsContacts | NoFigure;
  @Nested(() => AnalyticsInterventions) interventions: AnalyticsInterventions;

  @Union([AnalyticsProgress, NoFigure], {
    description: 'As it is now. reason: no_members, no_content or no_required_lessons',
  })
  progress: AnalyticsProgress | NoFigure;

  @NestedList(() => AnalyticsOutcome, {
    description: "The program's measures: active ones, and archived ones with entries",
  })
  outcomes: AnalyticsOutcome[];

  @Nested(() => AnalyticsProvenance) provenance: AnalyticsProvenance;
  @NestedList(() => UnavailableFigure, { description: 'Figures without a value' }) unavailable: UnavailableFigure[];
  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
