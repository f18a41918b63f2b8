import { Injectable } from '@nestjs/common';
import { cohortWithReachedEnrollments } from '#contexts/enrollments/enrollments.public.js';
import { allows, anyStaff, isAdministrator } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import { issueCapability } from '#kernel/secrets';
import { rowLimit, type Scope, type UnitOfWork } from '#kernel/work';
import { CalendarFeed, CalendarFeedWithUrl, type CreateCalendarFeedRequest } from './calendar-feed.dto.js';
import { CALENDAR_ITEMS, CalendarFeedEntity } from './calendar-feed.entity.js';
import {
  calendarFeedRotated,
  createCalendarFeed,
  feedLimit,
  feedRevoked,
  MAX_FEEDS,
  revokeCalendarFeed,
} from './calendar-feed.operations.js';
import { refuseSession } from './calendar-feed.policy.js';
import { calendarTables } from './calendars.tables.js';

const listFeeds = calendarTables.list('list_calendar_feeds', { rows: CalendarFeedEntity, by: ['memberId'] });

// A count under this lock sees every feed of an earlier write.
const lockMember = calendarTables.statement(
  'lock_member_of_calendar_feeds',
  { id: 'uuid' },
  'select 1 from members where organization_id = :organization and id = :id for no key update',
);

const limitFeeds = rowLimit(calendarTables, 'calendar_feeds', {
  of: 'member_id',
  where: 'revoked_at is null',
  most: MAX_FEEDS,
  refused: feedLimit,
});

@Injectable()
export class CalendarFeedService {
  async create(uow: UnitOfWork, request: CreateCalendarFeedRequest): Promise<CalendarFeedWithUrl> {
    refuseSession(uow);
    const { name, audience, cohortId = null, include = [...CALENDAR_ITEMS] } = request;
    const { caller } = uow;
    if (audience !== 'own' && !allows(anyStaff, caller)) throw forbidden(anyStaff.forbidden);
    if (cohortId) await cohortWithReachedEnrollments.authorize(uow, cohortId);
    const { memberId } = caller;
    await uow.query(lockMember, { id: memberId });
    await limitFeeds(uow, memberId);
    const { token, hash: tokenHash } = issueCapability(caller.organizationId);
    const feed = uow.insert(CalendarFeedEntity, { memberId, name, audience, cohortId, include, tokenHash });
    uow.record(createCalendarFeed.event, feed, { audience, cohortId, include });
    return withUrl(feed, token);
  }

  list(scope: Scope, query: PageQuery): Promise<Page<CalendarFeed>> {
    refuseSession(scope);
    const { caller } = scope;
    const memberId = isAdministrator(caller) ? undefined : caller.memberId;
    return scope.list(listFeeds, { ...query, memberId }, toResources(CalendarFeed));
  }

  async rotate(uow: UnitOfWork, id: string): Promise<CalendarFeedWithUrl> {
    const feed = await this.lockOpen(uow, id);
    const { token, hash: tokenHash } = issueCapability(uow.caller.organizationId);
    const rotated = uow.change(CalendarFeedEntity, feed, { tokenHash });
    uow.record(calendarFeedRotated, rotated);
    return withUrl(rotated, token);
  }

  async revoke(uow: UnitOfWork, id: string): Promise<CalendarFeed> {
    const revoked = uow.change(CalendarFeedEntity, await this.lockOpen(uow, id), { revokedAt: uow.now });
    uow.record(revokeCalendarFeed.event, revoked);
    return toResource(CalendarFeed, revoked);
  }

  private async lockOpen(uow: UnitOfWork, id: string): Promise<CalendarFeedEntity> {
    const feed = await uow.getForUpdate(CalendarFeedEntity, id);
    if (feed.revokedAt) throw feedRevoked.error();
    return feed;
  }
}

function withUrl(feed: Omit<CalendarFeedEntity, 'organizationId'>, token: string): CalendarFeedWithUrl {
  return toResource(CalendarFeedWithUrl, { ...feed, url: `/calendars/${token}.ics` });
}
