import { Injectable } from '@nestjs/common';
import { BLOCKERS, withOverdue, WORK_QUEUE } from '#contexts/follow-up/follow-up.public.js';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { signalWindows } from '../cockpit/cockpit-signals.js';
import { phase, provenanceOf, unavailableOf, week } from '../cockpit/cockpit-sections.js';
import { Alert, BriefingCoach, OpenMembership, RECENT_NOTES } from './briefing-sections.dto.js';
import {
  attendance,
  extensions,
  lastContact,
  lastVerdict,
  nextCoachingSession,
  nextLive,
  nextTask,
  rhythm,
} from './briefing-sections.js';
import {
  BRIEFING_SOURCES,
  BriefingCohort,
  BriefingEnrollment,
  BriefingMember,
  EnrollmentBriefing,
} from './enrollment-briefing.dto.js';
import { EnrollmentBriefingRepository, type Briefed } from './enrollment-briefing.repository.js';

@Injectable()
export class EnrollmentBriefingService {
  constructor(
    private readonly briefings: EnrollmentBriefingRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async read(scope: Scope, id: string): Promise<EnrollmentBriefing> {
    const { now } = scope;
    const windows = signalWindows(now, await reviewDueHours(scope, this.settings));
    const briefed = await this.briefings.read(scope, id, windows);
    const { subject, signals, moments, names } = briefed;
    const asOf = await scope.asOf();
    const measured = {
      week: week(subject, now),
      phase: phase(subject),
      rhythm: rhythm(signals),
      lastContact: lastContact(moments, now),
      attendance: attendance(signals, briefed.lives),
    };
    const verdict = lastVerdict(moments);
    return toResource(EnrollmentBriefing, {
      ...who(id, subject),
      coaches: briefed.coaches.map((coach) => toResource(BriefingCoach, coach)),
      ...measured,
      alerts: briefed.alerts.map((alert) => toResource(Alert, alert)),
      tasks: { open: signals.openTasks, overdue: signals.overdueTasks, next: nextTask(moments) },
      reviews: { pending: signals.pendingReviews, overdue: signals.overdueReviews, lastVerdict: verdict },
      blockers: { open: signals.openBlockers, items: briefed.blockers.map((row) => BLOCKERS.of(row, names)) },
      interventions: {
        open: signals.openInterventions,
        overdue: signals.overdueInterventions,
        items: withOverdue(briefed.interventions, now).map((row) => WORK_QUEUE.of(row, names)),
      },
      nextCoachingSession: nextCoachingSession(moments),
      nextLive: nextLive(moments),
      extensions: extensions(briefed.extension, names),
      groups: briefed.groups.map((group) => toResource(OpenMembership, group)),
      recentNotes: briefed.notes.map((note) => RECENT_NOTES.of(note, names)),
      provenance: provenanceOf(BRIEFING_SOURCES, asOf),
      unavailable: unavailableOf(BRIEFING_SOURCES, { ...measured, lastVerdict: verdict }),
      asOf,
    });
  }
}

function who(id: string, subject: Briefed['subject']) {
  const { memberId, memberName, cohortId, cohortName } = subject;
  return {
    enrollment: toResource(BriefingEnrollment, { ...subject, id }),
    member: toResource(BriefingMember, { id: memberId, name: memberName }),
    cohort: toResource(BriefingCohort, { ...subject, id: cohortId, name: cohortName }),
  };
}
