import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CoachingSessionObservers,
  sessionBooked,
  type CoachingSessionEntity,
  type CoachingSessionObserver,
} from '#contexts/follow-up/follow-up.public.js';
import { toResource } from '#kernel/fields';
import { fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { HostObservers } from '../calendar/host-observers.js';
import { BookingEntity } from './booking.entity.js';
import { bookingHeld, cancelBooking } from './booking.operations.js';
import { BookingRepository } from './booking.repository.js';

/** A booking follows its coaching session. */
@Injectable()
export class BookingSessions implements CoachingSessionObserver, OnModuleInit {
  constructor(
    private readonly observers: CoachingSessionObservers,
    private readonly bookings: BookingRepository,
    private readonly hosts: HostObservers,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async checkMayMove(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void> {
    const booking = await this.bookings.lockOfSession(uow, session.id);
    if (booking?.status === 'booked') throw sessionBooked.error();
  }

  async ended(uow: UnitOfWork, session: CoachingSessionEntity): Promise<void> {
    const booking = await this.bookings.lockOfSession(uow, session.id);
    if (booking?.status !== 'booked') return;
    const cancelling = { status: 'cancelled', cancelledBy: uow.caller.accountId, cancelledAt: uow.now } as const;
    const change = session.status === 'held' ? ({ status: 'held' } as const) : cancelling;
    const [ended] = uow.changeAll(BookingEntity, [booking], change);
    if (change.status === 'cancelled') await this.hosts.changed(uow, booking);
    const data = { ...ended, bookingId: booking.id };
    const recorded = { targetId: booking.id, changes: fieldChanges(BookingEntity, booking, change) };
    if (session.status === 'held')
      uow.recordAlso(bookingHeld, { ...recorded, data: toResource(bookingHeld.event.data, data) });
    else
      uow.recordAlso(cancelBooking, {
        ...recorded,
        data: toResource(cancelBooking.event.data, { ...data, byMember: false }),
      });
  }
}
