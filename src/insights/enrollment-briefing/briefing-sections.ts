import type { MemberNames } from '#contexts/identity/identity.public.js';
import { toResource } from '#kernel/fields';
import type { NotMeasured } from '../cockpit/cockpit.dto.js';
import { absencesMissing } from '../cockpit/cockpit-signals.js';
import { notMeasured } from '../cockpit/cockpit-sections.js';
import { NextLive } from '../cohort-overview/cohort-overview.dto.js';
import type { ExtensionRow, MomentsRow } from './briefing-items.statements.js';
import type { SignalsRow } from './briefing-signals.statements.js';
import {
  AttendedLive,
  type BriefingAttendance,
  type BriefingExtensions,
  type BriefingRhythm,
  type CAUSES,
  type LastContact,
  LAST_EXTENSION,
  type LastVerdict,
  NextCoachingSession,
  NextTask,
  type RhythmCause,
} from './briefing-sections.dto.js';

const DAY_MS = 86_400_000;

export function rhythm(signals: SignalsRow): BriefingRhythm | NotMeasured {
  if (!signals.seated) return notMeasured('enrollment_closed');
  return { measured: true, value: signals.rhythm, because: causes(signals) };
}

function causes(signals: SignalsRow): RhythmCause[] {
  const cause = (code: (typeof CAUSES)[number], count: number, since: Date | null): RhythmCause => ({
    code,
    count,
    since: since?.toISOString() ?? null,
  });
  const { openBlockers, blockedSince, urgentBlockers, urgentSince, overdueTasks, overdueSince } = signals;
  switch (signals.rhythm) {
    case 'at_risk':
      return [
        cause('open_blocker', openBlockers, blockedSince),
        ...(urgentBlockers > 0 ? [cause('urgent_blocker', urgentBlockers, urgentSince)] : []),
      ];
    case 'late':
      return [cause('overdue_task', overdueTasks, overdueSince)];
    case 'unknown':
      return [cause('nothing_due', 0, null)];
    default:
      return [];
  }
}

/** A note takes precedence over a session at the same instant. */
export function lastContact({ writtenAt, heldAt }: MomentsRow, now: Date): LastContact | NotMeasured {
  if (writtenAt === null && heldAt === null) return notMeasured('never_contacted');
  const isNote = heldAt === null || (writtenAt !== null && writtenAt >= heldAt);
  const at = (isNote ? writtenAt : heldAt) as Date;
  const days = Math.max(Math.floor((now.getTime() - at.getTime()) / DAY_MS), 0);
  return { measured: true, kind: isNote ? 'note' : 'coaching_session', at: at.toISOString(), days };
}

export function lastVerdict({ verdict, reviewedAt }: MomentsRow): LastVerdict | NotMeasured {
  if (verdict === null) return notMeasured('none_reviewed');
  return { measured: true, verdict, at: reviewedAt.toISOString() };
}

export function attendance(
  { pastLive, present, absent, excused }: SignalsRow,
  lives: readonly { liveSessionId: string; title: string; startsAt: Date; status: string }[],
): BriefingAttendance | NotMeasured {
  const reason = absencesMissing(pastLive, lives.length > 0);
  if (reason !== null) return notMeasured(reason);
  return { measured: true, present, absent, excused, last: lives.map((live) => toResource(AttendedLive, live)) };
}

export function extensions(last: ExtensionRow | undefined, names: MemberNames): BriefingExtensions {
  if (last === undefined) return { count: 0, last: null };
  return { count: last.count, last: LAST_EXTENSION.of(last, names) };
}

export function nextTask({ taskId: id, taskTitle: title, taskDueAt: dueAt }: MomentsRow): NextTask | null {
  return id === null ? null : toResource(NextTask, { id, title, dueAt });
}

export function nextCoachingSession(row: MomentsRow): NextCoachingSession | null {
  const { sessionId: id, sessionTitle: title, scheduledAt } = row;
  return id === null ? null : toResource(NextCoachingSession, { id, title, scheduledAt });
}

export function nextLive(row: MomentsRow): NextLive | null {
  const { liveId: id, liveTitle: title, liveStartsAt: startsAt, liveTimezone: timezone } = row;
  return id === null ? null : toResource(NextLive, { id, title, startsAt, timezone });
}
