import { NamedResources } from '#contexts/identity/identity.public.js';
import { Blocker, INTERVENTION_REASONS, WorkQueueItem } from '#contexts/follow-up/follow-up.public.js';
import {
  FieldsOf,
  Instant,
  Measured,
  Nested,
  NestedList,
  OneOf,
  PositiveInteger,
  Text,
  Union,
  Uuid,
  UuidList,
  WholeNumber,
} from '#kernel/fields';
import { NotMeasured, UpcomingLive } from '../cockpit/cockpit.dto.js';

export const MOST_ITEMS = 5;
export const MOST_NOTES = 3;
export const MOST_COACHES = 20;

export const CAUSES = ['open_blocker', 'urgent_blocker', 'overdue_task', 'nothing_due'] as const;

export class BriefingCoach {
  @Uuid({ description: 'Member identifier' }) memberId: string;
  @Text({ description: 'Display name' }) name: string;
}

export class RhythmCause {
  @OneOf(CAUSES, { description: 'What makes the rhythm this' }) code: string;
  @WholeNumber({ description: 'Number of them; 0 for nothing_due', example: 1 }) count: number;
  @Instant({ nullable: true, description: 'The earliest opening or due date, UTC' }) since: string | null;
}

export class BriefingRhythm extends Measured {
  @OneOf(['on_time', 'late', 'at_risk', 'unknown'], { description: 'The group of the rhythm' }) value: string;
  @NestedList(() => RhythmCause, { description: 'Empty for on_time' }) because: RhythmCause[];
}

export class Alert {
  @OneOf(INTERVENTION_REASONS, { description: 'The reason of an intervention that responds to it', example: 'late' })
  reason: string;

  @Instant({ nullable: true, description: 'As in the list of the members behind the signal' }) since: string | null;
  @UuidList({ maxItems: 100, description: 'Planned interventions with this reason, the earliest due first' })
  coveredBy: string[];
}

export class NextTask {
  @Uuid({ description: 'Task identifier' }) id: string;
  @Text({ description: 'Title' }) title: string;
  @Instant({ description: 'Due date, UTC' }) dueAt: string;
}

export class BriefingTasks {
  @WholeNumber({ description: 'Published tasks, overdue ones included' }) open: number;
  @WholeNumber({ description: 'Past their due date, without a submission' }) overdue: number;
  @Nested(() => NextTask, { nullable: true, description: 'The next one that is due' }) next: NextTask | null;
}

export class LastVerdict extends Measured {
  @OneOf(['accepted', 'changes_requested'], { description: 'Verdict of the latest review' }) verdict: string;
  @Instant({ description: 'Time of the review, UTC' }) at: string;
}

export class BriefingReviews {
  @WholeNumber({ description: 'Submissions awaiting review' }) pending: number;
  @WholeNumber({ description: 'Of these, overdue' }) overdue: number;

  @Union([LastVerdict, NotMeasured], { description: 'reason: none_reviewed' })
  lastVerdict: LastVerdict | NotMeasured;
}

export class BriefingBlockers {
  @WholeNumber({ description: 'Open blockers' }) open: number;
  @NestedList(() => Blocker, { maxItems: MOST_ITEMS, description: 'The oldest ones' }) items: Blocker[];
}

export class BriefingInterventions {
  @WholeNumber({ description: 'Planned interventions' }) open: number;
  @WholeNumber({ description: 'Of these, overdue' }) overdue: number;
  @NestedList(() => WorkQueueItem, { maxItems: MOST_ITEMS, description: 'The oldest ones' }) items: WorkQueueItem[];
}

export class LastContact extends Measured {
  @OneOf(['note', 'coaching_session'], { description: 'What it was' }) kind: string;
  @Instant({ description: 'When the note was written or the session held, UTC' }) at: string;
  @WholeNumber({ description: 'Whole days since, of 24 hours' }) days: number;
}

export class NextCoachingSession {
  @Uuid({ description: 'Coaching session identifier' }) id: string;
  @Text({ nullable: true, description: 'Title' }) title: string | null;
  @Instant({ description: 'Planned time, UTC' }) scheduledAt: string;
}

export class AttendedLive extends FieldsOf(UpcomingLive, 'title', 'startsAt') {
  @Uuid({ description: 'Live session identifier' }) liveSessionId: string;
  @OneOf(['present', 'absent', 'excused'], { description: 'Attendance' }) status: string;
}

export class BriefingAttendance extends Measured {
  @WholeNumber() present: number;
  @WholeNumber() absent: number;
  @WholeNumber() excused: number;
  @NestedList(() => AttendedLive, { maxItems: MOST_ITEMS, description: 'The latest' }) last: AttendedLive[];
}

export class LastExtension {
  @Uuid({ description: 'Deadline extension identifier' }) id: string;
  @OneOf(['tasks', 'all'], { description: 'Named tasks, or all with a deadline' }) scope: string;
  @PositiveInteger({ nullable: true, description: 'Calendar days; null if a date was given', example: 7 })
  days: number | null;

  @Text({ description: 'Why', example: 'Illness' }) reason: string;
  @Instant({ description: 'Grant, UTC' }) grantedAt: string;
  @Text({ nullable: true, description: 'Display name of the granting account' }) grantedByName: string | null;
}

export const LAST_EXTENSION = new NamedResources(LastExtension, { grantedByName: 'grantedBy' });

export class BriefingExtensions {
  @WholeNumber({ description: 'Deadline extensions of the enrollment' }) count: number;
  @Nested(() => LastExtension, { nullable: true, description: 'The last one' }) last: LastExtension | null;
}

export class OpenMembership {
  @Uuid({ description: 'Group membership identifier' }) id: string;
  @Uuid({ description: 'The group' }) groupId: string;
  @Text({ description: 'Name of the group' }) groupName: string;
  @OneOf(['level', 'specialty', 'accountability'], { description: 'Type of the group' }) groupType: string;
  @Instant({ description: 'Start of the membership, UTC' }) startedAt: string;
}

export class RecentNote {
  @Uuid({ description: 'Note identifier' }) id: string;
  @Text({ description: 'The first 500 characters' }) body: string;
  @Instant({ description: 'Writing time, UTC' }) writtenAt: string;
  @Text({ nullable: true, description: 'Display name of the author' }) writtenByName: string | null;
}

export const RECENT_NOTES = new NamedResources(RecentNote, { writtenByName: 'writtenBy' });
