import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';
import { AvailabilityEntity } from './availability.entity.js';
import { findSlots, type BusyTime, type Slot, type SlotTerms } from './slots.js';

const addCalendar = bookingTables.statement(
  'add_availability',
  { id: 'uuid' },
  `insert into availabilities (organization_id, id, timezone, weekly, exceptions) values (:organization, :id, 'UTC', '[]', '[]')
   on conflict (organization_id, id) do nothing`,
);

// None takes longer than a day with its buffers: the indexes find them by their start.
const listBusy = bookingTables
  .statement(
    'list_busy_times',
    { host: 'uuid', from: 'timestamptz', to: 'timestamptz', except: 'uuid' },
    `select busy_from as "busyFrom", busy_until as "busyUntil" from bookings
     where organization_id = :organization and host_member_id = :host and status <> 'cancelled'
       and starts_at > :from and starts_at < :to and (:except::uuid is null or id <> :except)
     union all
     select busy_from, busy_until from sales_calls
     where organization_id = :organization and closer_member_id = :host and status <> 'cancelled'
       and starts_at > :from and starts_at < :to and (:except::uuid is null or id <> :except)`,
  )
  .returning<BusyTime>();

const DAY_MS = 86_400_000;

/** The calendar of a host: availability, bookings and sales calls. */
@Injectable()
export class CalendarRepository {
  /** The row that a booking locks. */
  add(uow: UnitOfWork, memberId: string): void {
    uow.queue(addCalendar, { id: memberId });
  }

  /** Locks the calendar of a host until the end of the unit, so that bookings on it are made one after the other. */
  lock(uow: UnitOfWork, memberId: string): Promise<AvailabilityEntity> {
    return uow.getForUpdate(AvailabilityEntity, memberId);
  }

  /** The slots on a calendar by the terms of a booking type, as if the booking or call `except` were not there. */
  async listSlots(
    scope: Scope,
    calendar: Pick<AvailabilityEntity, 'id' | 'timezone' | 'weekly' | 'exceptions'>,
    terms: SlotTerms,
    { from, to, except = null }: { from: Date; to: Date; except?: string | null },
  ): Promise<Slot[]> {
    const { now } = scope;
    const last = new Date(now.getTime() + (terms.maxDaysAhead + 1) * DAY_MS);
    const [earliest, latest] = [from > now ? from : now, to < last ? to : last];
    const range = { from: new Date(earliest.getTime() - DAY_MS), to: new Date(latest.getTime() + DAY_MS) };
    const busy = await scope.query(listBusy, { host: calendar.id, ...range, except });
    return findSlots(calendar, terms, busy, { from: earliest, to: latest, now });
  }
}
