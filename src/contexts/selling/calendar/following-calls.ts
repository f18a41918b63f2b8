import { AvailabilityEntity } from '#contexts/bookings/bookings.public.js';
import { idsOf } from '#kernel/lists';
import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { SalesCallEntity } from './sales-call.entity.js';
import { salesCallClosed, salesCallMoved } from './sales-call.events.js';

const MINUTE = 60_000;

const listToCome = sellingTables
  .statement(
    'list_sales_calls_to_come',
    { prospects: 'uuid[]', now: 'timestamptz' },
    `select id from sales_calls
     where organization_id = :organization and prospect_id = any(:prospects::uuid[]) and status = 'booked'
       and starts_at > :now`,
  )
  .returning<{ id: string }>();

const listBooked = sellingTables
  .statement(
    'list_booked_sales_calls',
    { prospect: 'uuid' },
    `select id from sales_calls
     where organization_id = :organization and prospect_id = :prospect and status = 'booked'`,
  )
  .returning<{ id: string }>();

const findCloser = sellingTables
  .statement(
    'find_closer_to_follow',
    { id: 'uuid' },
    `select coalesce(max(s.buffer_minutes), 0) as "bufferMinutes", max(s.join_url) as "joinUrl" from closer_settings s
     where s.organization_id = :organization and s.id = :id`,
  )
  .returning<{ bufferMinutes: number; joinUrl: string | null }>();

const OVERLAPS = (busy: string) =>
  `${busy}.busy_from < c.ends_at + make_interval(mins => :buffer) and ${busy}.busy_until > c.starts_at - make_interval(mins => :buffer)`;

const listColliding = sellingTables
  .statement(
    'list_colliding_sales_calls',
    { ids: 'uuid[]', to: 'uuid', buffer: 'integer' },
    `select c.id from sales_calls c
     where c.organization_id = :organization and c.id = any(:ids::uuid[]) and (
       exists (select 1 from bookings b where b.organization_id = :organization and b.host_member_id = :to
         and b.status <> 'cancelled' and ${OVERLAPS('b')})
       or exists (select 1 from sales_calls o where o.organization_id = :organization and o.closer_member_id = :to
         and o.status <> 'cancelled' and o.id <> c.id and ${OVERLAPS('o')}))`,
  )
  .returning<{ id: string }>();

/** Locks the calendar to which calls may follow, before sales and prospects. Without hours nobody can book there. */
export async function lockCalendarToFollow(uow: UnitOfWork, closerMemberId: string): Promise<void> {
  await uow.getAllForUpdate(AvailabilityEntity, [closerMemberId]);
}

/**
 * The calls to come follow locked prospects to another closer, whose calendar is locked. Returns those that stay: they
 * collide with a call or a booking of that closer, or there is none.
 */
export async function followProspects(
  uow: UnitOfWork,
  prospects: readonly string[],
  to: string | null,
): Promise<string[]> {
  const ids = idsOf(await uow.query(listToCome, { prospects, now: uow.now }));
  if (ids.length === 0 || to === null) return ids;
  const calls = await uow.getAllForUpdate(SalesCallEntity, ids);
  const moving = calls.filter(({ status, closerMemberId }) => status === 'booked' && closerMemberId !== to);
  const [{ bufferMinutes: buffer, joinUrl }] = await uow.query(findCloser, { id: to });
  const colliding = new Set(idsOf(await uow.query(listColliding, { ids: idsOf(moving), to, buffer })));
  for (const call of moving) {
    if (colliding.has(call.id)) continue;
    const [busyFrom, busyUntil] = [call.startsAt.getTime() - buffer * MINUTE, call.endsAt.getTime() + buffer * MINUTE];
    const change = { closerMemberId: to, joinUrl, busyFrom: new Date(busyFrom), busyUntil: new Date(busyUntil) };
    uow.changeAll(SalesCallEntity, [call], change);
    const { id: salesCallId, prospectId, startsAt, endsAt } = call;
    uow.recordFact(salesCallMoved, { salesCallId, prospectId, closerMemberId: to, ...textsOf({ startsAt, endsAt }) });
  }
  return [...colliding];
}

/** Nobody calls a prospect that is erased, or records a call: those that are booked are cancelled. */
export async function cancelCallsTo(uow: UnitOfWork, prospect: string): Promise<void> {
  const calls = await uow.getAllForUpdate(SalesCallEntity, idsOf(await uow.query(listBooked, { prospect })));
  const booked = calls.filter(({ status }) => status === 'booked');
  uow.changeAll(SalesCallEntity, booked, { status: 'cancelled' });
  for (const { id: salesCallId, prospectId, closerMemberId, startsAt, endsAt } of booked) {
    const data = { salesCallId, prospectId, closerMemberId, ...textsOf({ startsAt, endsAt }) };
    uow.recordFact(salesCallClosed, { ...data, status: 'cancelled', outcome: null });
  }
}

const textsOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});
