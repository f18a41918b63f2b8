import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';
import { AvailabilityEntity } from './availability.entity.js';
import { CalendarFreshSettings } from './calendar-fresh.settings.js';
import { type ExternalTimes, externalTimesOf, isWithheld, listExternalTimes } from './external-times.js';
import { HostObservers } from './host-observers.js';
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

type Hours = Pick<AvailabilityEntity, 'id' | 'timezone' | 'weekly' | 'exceptions' | 'whenUnknown'>;

/** The slots on a calendar, and those that its host's calendars outside leave of them. */
export interface OfferedSlots {
  slots: Slot[];
  /** Those that would be offered without calendars outside. */
  own: Slot[];
  external: ExternalTimes;
}

/** The calendar of a host: availability, bookings, sales calls, and the times that calendars outside take. */
@Injectable()
export class CalendarRepository {
  constructor(
    private readonly settings: CalendarFreshSettings,
    private readonly observers: HostObservers,
  ) {}

  /** The row that a booking locks. */
  add(uow: UnitOfWork, memberId: string): void {
    uow.queue(addCalendar, { id: memberId });
  }

  /** Locks the calendar of a host until the end of the unit, so that bookings on it are made one after the other. */
  lock(uow: UnitOfWork, memberId: string): Promise<AvailabilityEntity> {
    return uow.getForUpdate(AvailabilityEntity, memberId);
  }

  external(session: TenantSession, memberId: string, now: Date): Promise<ExternalTimes> {
    return externalTimesOf(session, memberId, { now, freshMinutes: this.settings.CALENDAR_FRESH_MINUTES });
  }

  /** The slots on a calendar by the terms of a booking type, as if the booking or call `except` were not there. */
  async listSlots(
    scope: Scope,
    calendar: Hours,
    terms: SlotTerms,
    period: { from: Date; to: Date; except?: string | null },
  ): Promise<Slot[]> {
    return (await this.offer(scope, calendar, terms, period)).slots;
  }

  /** The same, with what is known of the host's calendars outside. */
  async offer(
    scope: Scope,
    calendar: Hours,
    terms: SlotTerms,
    { from, to, except = null }: { from: Date; to: Date; except?: string | null },
  ): Promise<OfferedSlots> {
    const { now } = scope;
    const last = new Date(now.getTime() + (terms.maxDaysAhead + 1) * DAY_MS);
    const [earliest, latest] = [from > now ? from : now, to < last ? to : last];
    const range = { from: new Date(earliest.getTime() - DAY_MS), to: new Date(latest.getTime() + DAY_MS) };
    const [busy, taken, external] = await all([
      scope.query(listBusy, { host: calendar.id, ...range, except }),
      listExternalTimes(scope, calendar.id, range),
      this.external(scope, calendar.id, now),
    ]);
    const period = { from: earliest, to: latest, now };
    const own = findSlots(calendar, terms, busy, period);
    if (!external.measured && external.reason !== 'not_connected') this.observers.wanted(scope, calendar.id);
    if (isWithheld(external, calendar)) return { slots: [], own, external };
    const slots = taken.length === 0 ? own : findSlots(calendar, terms, [...busy, ...taken], period);
    return { slots, own, external };
  }
}

/** The statements are sent together. Where the first fails the others do, too, and nobody awaits them. */
async function all<A, B, C>(answers: [Promise<A>, Promise<B>, Promise<C>]): Promise<[A, B, C]> {
  for (const answer of answers) answer.catch(() => undefined);
  const [a, b, c] = answers;
  return [await a, await b, await c];
}
