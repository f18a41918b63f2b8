import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { BookingRepository } from '../booking/booking.repository.js';
import { Availability, ChangedAvailability, MAX_CONFLICTING, type SetAvailabilityRequest } from './availability.dto.js';
import { AvailabilityEntity } from '../calendar/availability.entity.js';
import { availabilityChanged } from './availability.operations.js';
import { readsBookings } from './availability.policy.js';
import { CalendarRepository } from '../calendar/calendar.repository.js';
import { isWithinHours } from '../calendar/slots.js';

@Injectable()
export class AvailabilityService {
  constructor(
    private readonly calendars: CalendarRepository,
    private readonly bookings: BookingRepository,
  ) {}

  async get(scope: Scope, memberId: string): Promise<Availability> {
    const unset = { timezone: 'UTC', weekly: [], exceptions: [], whenUnknown: 'withhold' as const, updatedAt: null };
    const row = (await scope.find(AvailabilityEntity, memberId)) ?? unset;
    return toResource(Availability, { ...row, memberId });
  }

  async set(uow: UnitOfWork, memberId: string, request: SetAvailabilityRequest): Promise<ChangedAvailability> {
    const { timezone, weekly, exceptions = [], whenUnknown = 'withhold' } = request;
    this.calendars.add(uow, memberId);
    const before = await this.calendars.lock(uow, memberId);
    const after = uow.change(AvailabilityEntity, before, { timezone, weekly, exceptions, whenUnknown });
    uow.record(availabilityChanged, { targetId: memberId, data: { memberId } });
    const toCome = readsBookings(uow.caller) ? await this.bookings.listToCome(uow, memberId) : [];
    const outside = toCome.filter((booking) => !isWithinHours(after, booking)).slice(0, MAX_CONFLICTING);
    const conflicting = await this.bookings.describe(uow, outside);
    return toResource(ChangedAvailability, { ...after, memberId, conflicting });
  }
}
