import { Injectable } from '@nestjs/common';
import { listOwnIds, listReachedIds } from '#contexts/enrollments/enrollments.public.js';
import { allows, anyStaff, isAdministrator } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import { sentFields, toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';
import { CalendarRepository } from '../calendar/calendar.repository.js';
import { HostObservers } from '../calendar/host-observers.js';
import {
  BookingType,
  USUAL_TERMS,
  type BookingTypeQuery,
  type CreateBookingTypeRequest,
  type UpdateBookingTypeRequest,
} from './booking-type.dto.js';
import { BOOKING_TYPE, BookingTypeEntity } from './booking-type.entity.js';
import { archiveBookingType, createBookingType, updateBookingType } from './booking-type.operations.js';
import { OFFERED_TO_ENROLLMENT, OFFERED_TO_PERSON } from './booking-type.policy.js';

const listTypes = bookingTables.list('list_booking_types', {
  rows: BookingTypeEntity,
  by: ['hostMemberId'],
  filters: {
    enrollmentId: ['uuid', OFFERED_TO_ENROLLMENT],
    account: ['uuid', OFFERED_TO_PERSON],
  },
});

const findCoach = bookingTables.statement(
  'find_coach_to_host',
  { id: 'uuid' },
  `select 1 from members m
   join responsibilities r on r.organization_id = m.organization_id and r.member_id = m.id
   where m.organization_id = :organization and m.id = :id and m.status = 'active' and r.role = 'coach' and r.ended_at is null
   limit 1`,
);

const checkCohort = referenceTo('cohort', bookingTables, 'cohorts');
const checkProgram = referenceTo('program', bookingTables, 'programs');

/** Every change of a booking type holds the lock on the host's calendar: a booking sees the terms as they are. */
@Injectable()
export class BookingTypeService {
  constructor(
    private readonly calendars: CalendarRepository,
    private readonly hosts: HostObservers,
  ) {}

  async create(uow: UnitOfWork, request: CreateBookingTypeRequest): Promise<BookingType> {
    const { hostMemberId } = request;
    if (!isAdministrator(uow.caller) && hostMemberId !== uow.caller.memberId) {
      throw forbidden('A coach is the host of their own booking types.');
    }
    if ((await uow.query(findCoach, { id: hostMemberId })).length === 0) {
      throw invalidField('hostMemberId', 'must be an active member of the organization who is a coach');
    }
    await this.checkOffer(uow, request);
    this.calendars.add(uow, hostMemberId);
    await this.hosts.offered(uow, hostMemberId);
    const sent = sentFields(request) as CreateBookingTypeRequest;
    const type = uow.insert(BookingTypeEntity, { ...USUAL_TERMS, ...sent, status: 'active' });
    const { name, joinUrl, ...changes } = toResource(BookingType, type);
    uow.record(createBookingType.event, type, changes);
    return { name, joinUrl, ...changes };
  }

  async list(scope: Scope, query: BookingTypeQuery): Promise<Page<BookingType>> {
    const { caller } = scope;
    const { enrollmentId } = query;
    const account = allows(anyStaff, caller) ? undefined : caller.accountId;
    if (enrollmentId !== undefined) {
      const isOwn = (await listOwnIds(scope, [enrollmentId])).size > 0;
      if (!isOwn && (await listReachedIds(scope, [enrollmentId])).size === 0) return { items: [], nextCursor: null };
    }
    return scope.list(listTypes, { ...query, account }, toResources(BookingType));
  }

  async get(scope: Scope, id: string): Promise<BookingType> {
    return toResource(BookingType, await scope.get(BookingTypeEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateBookingTypeRequest): Promise<BookingType> {
    const type = await this.lock(uow, id);
    BOOKING_TYPE.require(type, 'active', 'paused');
    const { cohortId, programId } = { ...type, ...sentFields(request) };
    if (cohortId && programId) {
      throw invalidField(request.programId ? 'programId' : 'cohortId', 'must be null: the other one is set');
    }
    await this.checkOffer(uow, request);
    if (request.status === 'active' && type.status !== 'active') await this.hosts.offered(uow, type.hostMemberId);
    return toResource(BookingType, uow.patch(BookingTypeEntity, type, request, updateBookingType.event));
  }

  async archive(uow: UnitOfWork, id: string): Promise<BookingType> {
    const type = await this.lock(uow, id);
    const { event } = archiveBookingType;
    return toResource(BookingType, await uow.move(BookingTypeEntity, type, BOOKING_TYPE, 'archived', event));
  }

  private async lock(uow: UnitOfWork, id: string): Promise<BookingTypeEntity> {
    const { hostMemberId } = await uow.get(BookingTypeEntity, id);
    await this.calendars.lock(uow, hostMemberId);
    return uow.getForUpdate(BookingTypeEntity, id);
  }

  /** Throws 400. */
  private async checkOffer(
    uow: UnitOfWork,
    { cohortId, programId }: { cohortId?: string | null; programId?: string | null },
  ): Promise<void> {
    if (cohortId) await checkCohort(uow, 'cohortId', cohortId);
    if (programId) await checkProgram(uow, 'programId', programId);
  }
}
