import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type HostedBooking, type HostObserver, HostObservers } from '#contexts/bookings/bookings.public.js';
import { FailureLog } from '#kernel/logging';
import { Database, type Scope, type UnitOfWork } from '#kernel/work';
import { mirrorBooking } from '../rows/booking-mirrors.js';
import { readCalendarsSoon } from '../rows/connection-rows.js';
import { hintAtHost } from '../rows/reading-hints.js';

/** Hints of this process, for each host at most so often. */
const HINTED_EVERY_MS = 60_000;

/** The connected calendars of hosts follow their bookings. */
@Injectable()
export class HostCalendars implements HostObserver, OnModuleInit, OnApplicationShutdown {
  private readonly failures = new FailureLog(HostCalendars.name);
  private readonly hinted = new Map<string, number>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly hosts: HostObservers,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.hosts.register(this);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** The entries are written, and the calendars are looked at once more, after the commit. */
  async changed(uow: UnitOfWork, booking: HostedBooking): Promise<void> {
    await readCalendarsSoon(uow, booking.hostMemberId, uow.now);
    await mirrorBooking(uow, booking, uow.now);
  }

  offered(uow: UnitOfWork, host: string): Promise<void> {
    return readCalendarsSoon(uow, host, uow.now);
  }

  /** By a transaction of its own: the one of the request only reads, or is about to be rolled back. */
  wanted({ organizationId, now }: Scope, host: string): void {
    const last = this.hinted.get(host) ?? -Infinity;
    if (performance.now() - last < HINTED_EVERY_MS) return;
    if (this.hinted.size > 10_000) this.hinted.clear();
    this.hinted.set(host, performance.now());
    const hint = this.database
      .inTenant(organizationId, (tenant) => hintAtHost(tenant, host, now))
      .catch((error: unknown) => this.failures.note('a hint at calendars was lost', error, { organizationId }))
      .then(() => void this.underWay.delete(hint));
    this.underWay.add(hint);
  }
}
