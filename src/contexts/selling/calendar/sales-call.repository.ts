import { Injectable } from '@nestjs/common';
import { AvailabilityEntity, CalendarRepository, type Slot } from '#contexts/bookings/bookings.public.js';
import { idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { SalesCallEntity } from './sales-call.entity.js';

const STEP_MINUTES = 15;
/** Within a year and a day. */
const MAX_DAYS_AHEAD = 366;

const listCallers = sellingTables
  .statement(
    'list_callers',
    { ids: 'uuid[]' },
    `select a.id, a.timezone, a.weekly, a.exceptions, a.when_unknown as "whenUnknown", coalesce(s.buffer_minutes, 0) as "bufferMinutes",
       coalesce(s.min_notice_hours, 0) as "minNoticeHours", s.join_url as "joinUrl"
     from availabilities a
     left join closer_settings s on s.organization_id = a.organization_id and s.id = a.id
     where a.organization_id = :organization and a.id = any(:ids::uuid[]) order by a.id`,
  )
  .returning<Caller>();

const findToCome = sellingTables
  .statement(
    'find_sales_call_to_come',
    { prospect: 'uuid', except: 'uuid', now: 'timestamptz' },
    `select id from sales_calls
     where organization_id = :organization and prospect_id = :prospect and status = 'booked' and starts_at > :now
       and id is distinct from :except
     order by starts_at limit 1`,
  )
  .returning<{ id: string }>();

const listOfProspect = sellingTables
  .statement(
    'list_sales_calls_of_prospect',
    { prospect: 'uuid', most: 'integer' },
    `select id, prospect_id as "prospectId", closer_member_id as "closerMemberId", starts_at as "startsAt",
       ends_at as "endsAt", timezone, status, outcome, summary, join_url as "joinUrl", created_at as "createdAt",
       updated_at as "updatedAt"
     from sales_calls where organization_id = :organization and prospect_id = :prospect
     order by starts_at desc, id desc limit :most`,
  )
  .returning<Omit<SalesCallEntity, 'organizationId' | 'busyFrom' | 'busyUntil' | 'createdBy'>>();

/** A closer with a calendar. */
export interface Caller extends Pick<AvailabilityEntity, 'id' | 'timezone' | 'weekly' | 'exceptions' | 'whenUnknown'> {
  bufferMinutes: number;
  minNoticeHours: number;
  joinUrl: string | null;
}

/** The period in which slots begin, and how long a call takes. */
export interface WantedSlots {
  from: Date;
  to: Date;
  durationMinutes: number;
  /** A call that is as if it were not there. */
  except?: string;
}

@Injectable()
export class SalesCallRepository {
  constructor(private readonly calendars: CalendarRepository) {}

  /** In order of their ids. Closers without hours are not among them. */
  listCallers(scope: Scope, ids: readonly string[]): Promise<Caller[]> {
    return scope.query(listCallers, { ids });
  }

  /** Locks calendars, in order of their ids, so that calls and bookings on them are made one after the other. */
  async lockCalendars(uow: UnitOfWork, ids: readonly string[]): Promise<Caller[]> {
    const locked = await uow.getAllForUpdate(AvailabilityEntity, ids);
    return this.listCallers(uow, idsOf(locked));
  }

  listSlots(scope: Scope, caller: Caller, { from, to, durationMinutes, except }: WantedSlots): Promise<Slot[]> {
    const { bufferMinutes, minNoticeHours } = caller;
    const terms = {
      ...{ durationMinutes, stepMinutes: STEP_MINUTES, bufferBeforeMinutes: bufferMinutes },
      ...{ bufferAfterMinutes: bufferMinutes, minNoticeHours, maxDaysAhead: MAX_DAYS_AHEAD },
    };
    return this.calendars.listSlots(scope, caller, terms, { from, to, except });
  }

  /** The closer's slot that begins at the instant, if there is one. */
  async slotAt(
    scope: Scope,
    caller: Caller,
    wanted: { startsAt: Date; durationMinutes: number; except?: string },
  ): Promise<Slot | undefined> {
    const { startsAt: from } = wanted;
    return (await this.listSlots(scope, caller, { ...wanted, from, to: new Date(from.getTime() + 1) })).at(0);
  }

  /** Whether the prospect has a call to come, apart from one. */
  async hasCallToCome(scope: Scope, prospect: string, except: string | null = null): Promise<boolean> {
    return (await scope.query(findToCome, { prospect, except, now: scope.now })).length > 0;
  }

  /** Latest first, so many at most. */
  listOfProspect(scope: Scope, prospect: string, most: number | null = null) {
    return scope.query(listOfProspect, { prospect, most });
  }
}
