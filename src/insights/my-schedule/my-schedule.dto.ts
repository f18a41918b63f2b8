import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, SecureWebAddress, Text, TimeZone, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';

const MOST_DAYS = 92;
/** Changes of the clocks within the period make it up to two hours longer. */
const MOST_MS = (MOST_DAYS * 24 + 2) * 3_600_000;

export const SCHEDULE_KINDS = ['booking', 'coaching_session', 'live_session', 'milestone', 'task_deadline'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

export class MyScheduleQuery extends PageQuery implements CrossChecked {
  @Instant({ description: 'From this instant on' }) from: Date;
  @Instant({
    description: `Before this instant, at most ${MOST_DAYS} days after from`,
    example: '2030-02-14T10:00:00Z',
  })
  to: Date;

  crossIssues(): FieldIssue[] {
    if (this.to <= this.from) return [{ field: 'to', issue: 'must be after from' }];
    const isLong = this.to.getTime() - this.from.getTime() > MOST_MS;
    return isLong ? [{ field: 'to', issue: `must be at most ${MOST_DAYS} days after from` }] : [];
  }
}

export class ScheduleItem {
  @OneOf(SCHEDULE_KINDS, { description: 'What it is' }) kind: string;
  @Uuid({ description: 'Booking, live session, coaching session, milestone or task' }) id: string;
  @Uuid({ description: 'The enrollment that it concerns' }) enrollmentId: string;
  @Text({ nullable: true, description: 'Title; a coaching session may have none', example: 'Weekly live' })
  title: string | null;

  @Instant({
    description: 'Start, UTC: when it was held, for a held coaching session; when a milestone or task is due',
  })
  startsAt: string;

  @Instant({
    nullable: true,
    description: 'End of a booking or live session, UTC',
    example: '2030-01-15T10:30:00.000Z',
  })
  endsAt: string | null;

  @TimeZone({ description: "The cohort's, for display" }) timezone: string;

  @OneOf(
    ['booked', 'scheduled', 'planned', 'held', 'cancelled', 'published', 'completed', 'reached', 'overdue', 'ahead'],
    {
      description:
        'A live session is scheduled or cancelled, a coaching session planned, held or cancelled, a booking booked, held or cancelled, ' +
        'a task published or completed, a milestone reached, overdue or ahead',
    },
  )
  status: string;

  @SecureWebAddress({
    nullable: true,
    description: 'Where to join a booking or live session that is not cancelled',
    example: 'https://meet.example.com/weekly-live',
  })
  joinUrl: string | null;

  @OneOf(['present', 'absent', 'excused'], {
    nullable: true,
    description: "One's own attendance at a live session, where it was recorded",
  })
  attendance: string | null;
}
