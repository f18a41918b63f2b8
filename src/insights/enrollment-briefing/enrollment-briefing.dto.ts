import { ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import { FieldsOf, Instant, Nested, NestedList, NestedUnder, OneOf, Text, Union, Uuid } from '#kernel/fields';
import { Cockpit, MISSING_REASONS, NotMeasured, OverviewCohort, Provenance } from '../cockpit/cockpit.dto.js';
import { NextLive } from '../cohort-overview/cohort-overview.dto.js';
import {
  Alert,
  BriefingAttendance,
  BriefingBlockers,
  BriefingCoach,
  BriefingExtensions,
  BriefingInterventions,
  BriefingReviews,
  BriefingRhythm,
  BriefingTasks,
  LastContact,
  MOST_COACHES,
  MOST_NOTES,
  NextCoachingSession,
  OpenMembership,
  RecentNote,
} from './briefing-sections.dto.js';

export class BriefingEnrollment {
  @Uuid({ description: 'Enrollment identifier' }) id: string;
  @OneOf(ENROLLMENT_STATUSES, { description: 'Lifecycle status; the result once closed' }) status: string;
  @Text({ nullable: true, description: 'Why the enrollment is paused or was closed' }) statusReason: string | null;
  @Instant({ description: 'Enrollment time, UTC' }) enrolledAt: string;
}

export class BriefingMember {
  @Uuid({ description: 'The enrolled member' }) id: string;
  @Text({ description: 'Display name' }) name: string;
}

export class BriefingCohort extends FieldsOf(OverviewCohort, 'id', 'name', 'programId', 'programName', 'timezone') {}

export const BRIEFING_SOURCES = {
  coaches: 'responsibilities',
  week: 'cohorts.start_date',
  phase: 'cohort_phases',
  rhythm: 'blockers, member_tasks, submissions',
  alerts:
    'blockers, member_tasks, submissions, live_sessions, attendances, enrollment_notes, coaching_sessions, interventions',
  tasks: 'member_tasks, submissions',
  reviews: 'submissions',
  lastVerdict: 'submission_reviews',
  blockers: 'blockers',
  interventions: 'interventions',
  lastContact: 'enrollment_notes, coaching_sessions',
  nextCoachingSession: 'coaching_sessions',
  nextLive: 'live_sessions',
  attendance: 'live_sessions, attendances',
  extensions: 'deadline_extensions',
  groups: 'group_memberships',
  recentNotes: 'enrollment_notes',
};
export type BriefingSection = keyof typeof BRIEFING_SOURCES;

const SECTIONS = Object.keys(BRIEFING_SOURCES) as BriefingSection[];

export class BriefingProvenance extends NestedUnder(SECTIONS, () => Provenance) {}

export class UnavailableSignal {
  @OneOf(SECTIONS, { description: 'Signal without a value', example: 'week' }) key: string;
  @Text({ description: 'Source of the signal', example: 'cohorts.start_date' }) source: string;
  @OneOf(MISSING_REASONS, { description: 'Why there is no value' }) reason: string;
}

export class EnrollmentBriefing extends FieldsOf(Cockpit, 'week', 'phase') {
  @Nested(() => BriefingEnrollment) enrollment: BriefingEnrollment;
  @Nested(() => BriefingMember) member: BriefingMember;
  @Nested(() => BriefingCohort) cohort: BriefingCohort;

  @NestedList(() => BriefingCoach, {
    maxItems: MOST_COACHES,
    description: 'Who coaches the enrollment or its cohort: those of the enrollment first, then the longest in charge',
  })
  coaches: BriefingCoach[];

  @Union([BriefingRhythm, NotMeasured], {
    description: 'reason: enrollment_closed, where the cockpit counts it no more',
  })
  rhythm: BriefingRhythm | NotMeasured;

  @NestedList(() => Alert, { description: 'The signals of the cockpit that the member is behind, as reasons to act' })
  alerts: Alert[];

  @Nested(() => BriefingTasks) tasks: BriefingTasks;
  @Nested(() => BriefingReviews) reviews: BriefingReviews;
  @Nested(() => BriefingBlockers) blockers: BriefingBlockers;
  @Nested(() => BriefingInterventions) interventions: BriefingInterventions;

  @Union([LastContact, NotMeasured], { description: 'reason: never_contacted' })
  lastContact: LastContact | NotMeasured;

  @Nested(() => NextCoachingSession, { nullable: true, description: 'The next planned session' })
  nextCoachingSession: NextCoachingSession | null;

  @Nested(() => NextLive, { nullable: true, description: 'The next scheduled session for the cohort' })
  nextLive: NextLive | null;

  @Union([BriefingAttendance, NotMeasured], { description: 'reason: no_past_live or attendance_not_recorded' })
  attendance: BriefingAttendance | NotMeasured;

  @Nested(() => BriefingExtensions) extensions: BriefingExtensions;

  @NestedList(() => OpenMembership, { maxItems: 100, description: 'Open group memberships, oldest first' })
  groups: OpenMembership[];

  @NestedList(() => RecentNote, { maxItems: MOST_NOTES, description: 'The last notes, latest first' })
  recentNotes: RecentNote[];

  @Nested(() => BriefingProvenance) provenance: BriefingProvenance;
  @NestedList(() => UnavailableSignal, { description: 'Signals without a value' }) unavailable: UnavailableSignal[];
  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
