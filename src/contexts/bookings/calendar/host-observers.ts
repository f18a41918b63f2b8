import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';

/** A booking that was made, moved or ended in a unit of work. */
export interface HostedBooking {
  id: string;
  hostMemberId: string;
}

/** Another context's part in the calendars of hosts. */
export interface HostObserver {
  /** The booking was made, got another time, or was cancelled in this unit of work. */
  changed(uow: UnitOfWork, booking: HostedBooking): Promise<void>;
  /** The host can be booked from now on. */
  offered(uow: UnitOfWork, hostMemberId: string): Promise<void>;
  /** Somebody has asked for the host's times, and those of the calendars outside are not known. */
  wanted(scope: Scope, hostMemberId: string): void;
}

/** The observers of hosts. A context registers its own when its module starts. */
@Injectable()
export class HostObservers {
  private readonly observers: HostObserver[] = [];

  register(observer: HostObserver): void {
    this.observers.push(observer);
  }

  async changed(uow: UnitOfWork, booking: HostedBooking): Promise<void> {
    for (const observer of this.observers) await observer.changed(uow, booking);
  }

  async offered(uow: UnitOfWork, hostMemberId: string): Promise<void> {
    for (const observer of this.observers) await observer.offered(uow, hostMemberId);
  }

  wanted(scope: Scope, hostMemberId: string): void {
    for (const observer of this.observers) observer.wanted(scope, hostMemberId);
  }
}
