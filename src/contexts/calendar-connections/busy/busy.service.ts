import { Injectable } from '@nestjs/common';
import { CalendarRepository, listExternalTimes } from '#contexts/bookings/bookings.public.js';
import type { Scope } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { DAYS_BACK, HORIZON_DAYS } from '../reading/calendar-reader.js';
import type { BusyNotKnown, BusyQuery, BusyTimes } from './busy.dto.js';

const DAY_MS = 86_400_000;

interface Period {
  startsAt: Date;
  endsAt: Date;
}

const listOwn = connectionTables
  .statement(
    'list_own_times_of_member',
    { member: 'uuid', from: 'timestamptz', to: 'timestamptz' },
    `select starts_at as "startsAt", ends_at as "endsAt" from bookings
     where organization_id = :organization and host_member_id = :member and status <> 'cancelled'
       and starts_at < :to and ends_at > :from
     union all
     select starts_at, ends_at from sales_calls
     where organization_id = :organization and closer_member_id = :member and status <> 'cancelled'
       and starts_at < :to and ends_at > :from`,
  )
  .returning<Period>();

@Injectable()
export class BusyService {
  constructor(private readonly calendars: CalendarRepository) {}

  async read(scope: Scope, memberId: string, { from, to }: BusyQuery): Promise<BusyTimes | BusyNotKnown> {
    const external = await this.calendars.external(scope, memberId, scope.now);
    if (!external.measured) return external;
    const [first, last] = [-DAYS_BACK, HORIZON_DAYS].map((days) => scope.now.getTime() + days * DAY_MS);
    if (from.getTime() < first || to.getTime() > last) return { measured: false, reason: 'beyond_horizon' };
    const own = await scope.query(listOwn, { member: memberId, from, to });
    const outside = await listExternalTimes(scope, memberId, { from, to });
    const all = [...own, ...outside.map(({ busyFrom, busyUntil }) => ({ startsAt: busyFrom, endsAt: busyUntil }))];
    const items = merged(all, { from, to }).map(({ startsAt, endsAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }));
    return { measured: true, items, asOf: external.asOf.toISOString() };
  }
}

/** Soonest first, without gaps of no length, and within the period. */
function merged(periods: readonly Period[], { from, to }: { from: Date; to: Date }): Period[] {
  const cut = periods
    .map(({ startsAt, endsAt }) => ({ startsAt: startsAt < from ? from : startsAt, endsAt: endsAt > to ? to : endsAt }))
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  const found: Period[] = [];
  for (const one of cut) {
    const last = found.at(-1);
    if (!last || one.startsAt > last.endsAt) found.push({ ...one });
    else if (one.endsAt > last.endsAt) last.endsAt = one.endsAt;
  }
  return found;
}
