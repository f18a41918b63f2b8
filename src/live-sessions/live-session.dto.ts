import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid, UuidList } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant, TimeZone } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import { Attendance } from './attendance.dto.js';
import { LIVE_SESSION_STATUSES, type LiveSessionEntity } from './live-session.entity.js';

const MAX_COHORTS = 50;

export class ScheduleLiveSessionRequest implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Title', example: 'Weekly live' })
  title: string;

  @Instant({ description: 'Start instant; a past one records what was held' })
  startsAt: Date;

  @Instant({ description: 'End instant, not before startsAt', example: '2030-01-15T10:30:00.000Z' })
  endsAt: Date;

  @TimeZone({ description: 'IANA time zone in which it is shown' })
  timezone: string;

  @UuidList({ minItems: 1, maxItems: MAX_COHORTS, description: 'The cohorts that it is for' })
  cohortIds: string[];

  crossIssues(): FieldIssue[] {
    return this.endsAt < this.startsAt ? [{ field: 'endsAt', issue: 'must not be before startsAt' }] : [];
  }
}

export class LiveSessionQuery extends PageQuery implements CrossChecked {
  @Uuid({ optional: true, description: 'Sessions for this cohort' })
  cohortId?: string;

  @Instant({ optional: true, description: 'Sessions that start at this instant or later' })
  from?: Date;

  @Instant({ optional: true, description: 'Sessions that start at this instant or earlier' })
  to?: Date;

  crossIssues(): FieldIssue[] {
    return this.from && this.to && this.to < this.from ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

export class LiveSession {
  @Uuid({ description: 'Live session identifier' })
  id: string;

  @Text({ min: 1, max: 200, description: 'Title', example: 'Weekly live' })
  title: string;

  @Instant({ description: 'Start, UTC' })
  startsAt: string;

  @Instant({ description: 'End, UTC', example: '2030-01-15T10:30:00.000Z' })
  endsAt: string;

  @TimeZone({ description: 'IANA time zone in which it is shown' })
  timezone: string;

  @OneOf(LIVE_SESSION_STATUSES, { description: 'Status' })
  status: string;

  @UuidList({ maxItems: MAX_COHORTS, description: 'The cohorts that it is for' })
  cohortIds: string[];

  @Uuid({ description: 'Creating account' })
  createdBy: string;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

/** A live session with what was recorded of the enrollments that the caller reaches. */
export class LiveSessionWithAttendance extends LiveSession {
  @NestedList(() => Attendance, { description: 'What was recorded of the enrollments that the caller reaches' })
  attendance: Attendance[];
}

export function toLiveSession(row: NewRow<LiveSessionEntity>, cohortIds: readonly string[]): LiveSession {
  return {
    id: row.id,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    timezone: row.timezone,
    status: row.status,
    cohortIds: [...cohortIds],
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
