import { Injectable } from '@nestjs/common';
import type { Slot } from '#contexts/bookings/bookings.public.js';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { changedMeanwhile } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { CloserService, type DueTurn } from '../closer/closer.service.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { assignProspect, prospectErased } from '../prospect/prospect.operations.js';
import { notOnOneself, reachableProspect } from '../prospect/prospect.policy.js';
import { reopen } from '../prospect/reopened-prospect.js';
import {
  SalesCall,
  type BookSalesCallRequest,
  type CloseSalesCallRequest,
  type SalesCallSlots,
  type SalesCallSlotsQuery,
} from '../calendar/sales-call.dto.js';
import { SALES_CALL, SalesCallEntity } from '../calendar/sales-call.entity.js';
import {
  bookSalesCall,
  callAhead,
  callNotListed,
  callToCome,
  closeSalesCall,
  moveSalesCall,
} from './sales-call.operations.js';
import { SalesCallRepository, type Caller } from '../calendar/sales-call.repository.js';

const MINUTE = 60_000;

/** Locks closers, then their calendars, then the prospect, then the call. */
@Injectable()
export class SalesCallService {
  constructor(
    private readonly calls: SalesCallRepository,
    private readonly closers: CloserService,
  ) {}

  async listSlots(scope: Scope, { prospectId, ...wanted }: SalesCallSlotsQuery): Promise<SalesCallSlots> {
    await reachableProspect.authorize(scope, prospectId);
    const { closerMemberId, programId } = await scope.get(ProspectEntity, prospectId);
    const found = new Map<number, Slot>();
    for (const caller of await this.callersFor(scope, closerMemberId, programId)) {
      for (const slot of await this.calls.listSlots(scope, caller, wanted)) found.set(slot.startsAt.getTime(), slot);
    }
    const soonest = [...found.values()].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
    return {
      items: soonest.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    };
  }

  async book(uow: UnitOfWork, prospectId: string, request: BookSalesCallRequest): Promise<SalesCall> {
    const before = await uow.get(ProspectEntity, prospectId);
    const { closerMemberId, programId } = before;
    const { caller, slot, turn } =
      closerMemberId === null
        ? await this.freeByTurn(uow, programId, request)
        : await this.freeSlotOf(uow, closerMemberId, programId, request);
    const prospect = await this.lockProspect(uow, prospectId);
    if (prospect.closerMemberId !== closerMemberId || prospect.programId !== programId) throw changedMeanwhile();
    if (await this.calls.hasCallToCome(uow, prospectId)) throw callAhead.error();
    if (turn) this.assign(uow, prospect, turn);
    reopen(uow, prospect, caller.id);
    const call = uow.insert(SalesCallEntity, {
      ...{ prospectId, closerMemberId: caller.id, ...timesOf(caller, slot), timezone: request.timezone },
      ...{ status: 'booked', joinUrl: caller.joinUrl },
    });
    uow.record(bookSalesCall.event, call, ['prospectId', 'closerMemberId', 'startsAt', 'endsAt']);
    return toResource(SalesCall, call);
  }

  async move(uow: UnitOfWork, id: string, startsAt: Date): Promise<SalesCall> {
    const { prospectId, closerMemberId } = await uow.get(SalesCallEntity, id);
    const [caller] = await this.calls.lockCalendars(uow, [closerMemberId]);
    const { programId } = await this.lockProspect(uow, prospectId);
    const call = await uow.getForUpdate(SalesCallEntity, id);
    if (call.closerMemberId !== closerMemberId) throw changedMeanwhile();
    SALES_CALL.require(call, 'booked');
    if (await this.calls.hasCallToCome(uow, prospectId, id)) throw callAhead.error();
    const durationMinutes = (call.endsAt.getTime() - call.startsAt.getTime()) / MINUTE;
    const mayCall = caller && (await this.closers.isInScope(uow, closerMemberId, programId));
    const slot = mayCall && (await this.calls.slotAt(uow, caller, { startsAt, durationMinutes, except: id }));
    if (!slot) throw callNotListed.error();
    const moved = uow.change(SalesCallEntity, call, timesOf(caller, slot));
    uow.record(moveSalesCall.event, moved);
    return toResource(SalesCall, moved);
  }

  async close(uow: UnitOfWork, id: string, request: CloseSalesCallRequest): Promise<SalesCall> {
    const { status, outcome = null, summary } = request;
    const { prospectId } = await uow.get(SalesCallEntity, id);
    await this.lockProspect(uow, prospectId);
    const call = await uow.getForUpdate(SalesCallEntity, id);
    SALES_CALL.require(call, 'booked');
    if (status !== 'cancelled' && call.startsAt > uow.now) throw callToCome.error();
    // A blank text says as little as none.
    const closed = uow.change(SalesCallEntity, call, { status, outcome, summary: summary || null });
    uow.record(closeSalesCall.event, closed);
    return toResource(SalesCall, closed);
  }

  /** Those who may call the prospect: its closer, or without one any who is eligible. */
  private async callersFor(scope: Scope, closer: string | null, program: string | null): Promise<Caller[]> {
    if (closer === null) return this.calls.listCallers(scope, await this.closers.listEligible(scope, program));
    return (await this.closers.isInScope(scope, closer, program)) ? this.calls.listCallers(scope, [closer]) : [];
  }

  private async freeSlotOf(uow: UnitOfWork, closer: string, program: string | null, wanted: BookSalesCallRequest) {
    const mayCall = await this.closers.lockInScope(uow, closer, program);
    const [caller] = mayCall ? await this.calls.lockCalendars(uow, [closer]) : [];
    const slot = caller && (await this.calls.slotAt(uow, caller, wanted));
    if (!slot) throw callNotListed.error();
    return { caller, slot, turn: undefined };
  }

  /** The closer whose turn it is among the eligible ones who are free. */
  private async freeByTurn(uow: UnitOfWork, program: string | null, wanted: BookSalesCallRequest) {
    const free = new Map<string, { caller: Caller; slot: Slot }>();
    const turn = await this.closers.dueTurn(uow, program, async (eligible) => {
      for (const caller of await this.calls.lockCalendars(uow, eligible)) {
        const slot = await this.calls.slotAt(uow, caller, wanted);
        if (slot) free.set(caller.id, { caller, slot });
      }
      return new Set(free.keys());
    });
    const chosen = turn && free.get(turn.id);
    if (!chosen) throw callNotListed.error();
    return { ...chosen, turn };
  }

  private assign(uow: UnitOfWork, prospect: ProspectEntity, turn: DueTurn): void {
    const { id: closerMemberId } = turn;
    this.closers.payFor(uow, turn);
    uow.changeAll(ProspectEntity, [prospect], { closerMemberId, assignedAt: uow.now });
    const { id: prospectId, programId } = prospect;
    uow.recordFact(assignProspect.event, { prospectId, programId, closerMemberId, from: null });
  }

  /** Throws 404 where the caller, a closer, may not act on the prospect any more, and 409 for one that was erased. */
  private async lockProspect(uow: UnitOfWork, id: string): Promise<ProspectEntity> {
    const prospect = await uow.getForUpdate(ProspectEntity, id);
    const own = closerOf(uow.caller);
    const mayAct =
      own === null || (prospect.closerMemberId === own && (await this.closers.isInScope(uow, own, prospect.programId)));
    if (!mayAct) throw notFound();
    if (prospect.erasedAt !== null) throw prospectErased.error();
    await notOnOneself(uow, prospect.email);
    return prospect;
  }
}

/** The times that a call keeps, whatever happens to the closer's buffers later. */
function timesOf({ bufferMinutes }: Caller, { startsAt, endsAt }: Slot) {
  const buffer = bufferMinutes * MINUTE;
  return {
    ...{ startsAt, endsAt },
    busyFrom: new Date(startsAt.getTime() - buffer),
    busyUntil: new Date(endsAt.getTime() + buffer),
  };
}
