import type { FieldIssue } from '#kernel/errors';
import {
  ChoiceList,
  Instant,
  OneOf,
  ServiceAddress,
  Shown,
  Text,
  Title,
  type CrossChecked,
  Uuid,
} from '#kernel/fields';
import { AUDIENCES, CALENDAR_ITEMS, type Audience, type CalendarItems } from './calendar-feed.entity.js';

const INCLUDE = { description: 'What it has; deadlines only where the audience is own', example: ['live_sessions'] };

export class CreateCalendarFeedRequest implements CrossChecked {
  @Title({ min: 1, max: 100, description: 'Name', example: 'My calendar' }) name: string;

  @OneOf(AUDIENCES, {
    description: "own: the member's own enrollments; coach: what they reach; cohort: what they reach of one cohort",
    example: 'own',
  })
  audience: Audience;

  @Uuid({ optional: true, nullable: true, description: 'The cohort, for the audience cohort only', example: null })
  cohortId?: string | null;

  @ChoiceList(CALENDAR_ITEMS, { ...INCLUDE, optional: true, minItems: 1 }) include?: CalendarItems[];

  crossIssues(): FieldIssue[] {
    if (this.audience === 'cohort')
      return this.cohortId ? [] : [{ field: 'cohortId', issue: 'is required for cohort' }];
    return this.cohortId ? [{ field: 'cohortId', issue: `must be absent for ${this.audience}` }] : [];
  }
}

export class CalendarFeed {
  @Uuid({ description: 'Calendar feed identifier' }) id: string;
  @Shown(CreateCalendarFeedRequest, 'name') name: string;
  @OneOf(AUDIENCES, { description: 'Whose calendar it is', example: 'own' }) audience: string;
  @Uuid({ nullable: true, description: 'The cohort, where the audience is cohort', example: null })
  cohortId: string | null;
  @ChoiceList(CALENDAR_ITEMS, INCLUDE) include: string[];
  @Uuid({ description: 'The member whose feed it is' }) memberId: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'When it was last read, to the hour, UTC' }) lastReadAt: string | null;
  @Instant({ nullable: true, description: 'When it was revoked, UTC' }) revokedAt: string | null;
}

export class CalendarFeedWithUrl extends CalendarFeed {
  @ServiceAddress()
  @Text({
    nullable: true,
    description: 'Where calendar programs read it. Whoever has it can read it. Returned only once: null in a replay',
    example: `https://service.example.com/calendars/AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ.ics`,
  })
  url: string | null;
}
