import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  SecureWebAddress,
  Text,
  TimeZone,
  Title,
  Uuid,
  UuidList,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { Attendance } from './attendance.dto.js';
import { LIVE_SESSION_STATUSES } from './live-session.entity.js';

export const MAX_COHORTS = 50;

const JOIN_URL = {
  nullable: true,
  description: 'Where to join, https; in no audit entry or event',
  example: 'https://meet.example.com/weekly-live',
};

export class ScheduleLiveSessionRequest implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Title', example: 'Weekly live' }) title: string;
  @Instant({ description: 'Start; in the past for a session that has been held' }) startsAt: Date;
  @Instant({ description: 'End, not before startsAt', example: '2030-01-15T10:30:00.000Z' }) endsAt: Date;
  @TimeZone({ description: 'IANA time zone for display' }) timezone: string;
  @UuidList({ minItems: 1, maxItems: MAX_COHORTS, description: 'Invited cohorts' }) cohortIds: string[];
  @SecureWebAddress({ ...JOIN_URL, optional: true }) joinUrl?: string | null;

  crossIssues(): FieldIssue[] {
    return this.endsAt < this.startsAt ? [{ field: 'endsAt', issue: 'must not be before startsAt' }] : [];
  }
}

export class UpdateLiveSessionRequest extends PatchOf(ScheduleLiveSessionRequest) {}

export class LiveSessionQuery extends PageQuery implements CrossChecked {
  @Uuid({ optional: true, description: 'Filter by cohort' }) cohortId?: string;
  @Instant({ optional: true, description: 'Sessions that start at or after this time' }) from?: Date;
  @Instant({ optional: true, description: 'Sessions that start at or before this time' }) to?: Date;

  crossIssues(): FieldIssue[] {
    return this.from && this.to && this.to < this.from ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

export class LiveSession {
  @Uuid({ description: 'Live session identifier' }) id: string;
  @Text({ min: 1, max: 200, description: 'Title', example: 'Weekly live' }) title: string;
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: '2030-01-15T10:30:00.000Z' }) endsAt: string;
  @TimeZone({ description: 'IANA time zone for display' }) timezone: string;
  @SecureWebAddress(JOIN_URL) joinUrl: string | null;
  @OneOf(LIVE_SESSION_STATUSES, { description: 'Status' }) status: string;
  @UuidList({ maxItems: MAX_COHORTS, description: 'Invited cohorts' }) cohortIds: string[];
  @Uuid({ description: 'Creating account' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class LiveSessionWithAttendance extends LiveSession {
  @NestedList(() => Attendance, { description: 'Attendance of the enrollments that the caller may see' })
  attendance: Attendance[];
}
