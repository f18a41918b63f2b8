import { randomUUID } from 'node:crypto';
import { uuid } from '../support/ids.js';
import { percentile } from '../support/figures.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const AT_ONCE = 50;
const SLOTS_EACH_ROUND = 10;

/** Fifty who book one slot at once, beside one who books alone. */
export async function measureBookings(stage: Stage, effort: Effort): Promise<Row[]> {
  const cohortId = await addLargeCohort(stage, 2_000);
  const typeId = await addBookingType(stage);
  const { rows } = await stage.admin.query<{ id: string }>(
    `select id from enrollments where organization_id = $1 and cohort_id = $2 and status = 'active' order by id`,
    [stage.organizationId, cohortId],
  );
  const service = await startService(stage);
  const start = Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000;
  let slot = 0;
  let person = 0;
  const book = async (startsAt: string): Promise<number> => {
    person += 1;
    const response = await fetch(`${service.url}/api/v1/booking-types/${typeId}/bookings`, {
      method: 'POST',
      headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ enrollmentId: rows[person % rows.length].id, startsAt }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const nextSlot = (): string => new Date(start + (slot += 1) * 1_800_000).toISOString();
  const times: Record<'alone' | 'crowd', number[]> = { alone: [], crowd: [] };
  let slots = 0;
  let booked = 0;
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (let n = 0; n < SLOTS_EACH_ROUND; n += 1) {
      const [alone, wanted] = [nextSlot(), nextSlot()];
      const begun = performance.now();
      await book(alone);
      const between = performance.now();
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => book(wanted)));
      if (round === 0) continue;
      times.alone.push(between - begun);
      times.crowd.push(performance.now() - between);
      slots += 1;
      booked += statuses.filter((status) => status === 201).length;
    }
  }
  await service.stop();
  return [
    { measure: `bookings of a slot that ${AT_ONCE} want at once`, value: booked / slots, unit: '', wanted: '1' },
    { measure: 'one booking alone, median', value: percentile(times.alone, 50), unit: 'ms' },
    {
      measure: `${AT_ONCE} at once, until all are answered ÷ ${AT_ONCE} times one alone`,
      value: percentile(times.crowd, 50) / percentile(times.alone, 50) / AT_ONCE,
      unit: '×',
    },
  ];
}

/** Of the owner, who reaches everybody and is available around the clock. */
async function addBookingType({ admin, organizationId, ownerAccountId, ownerMemberId }: Stage): Promise<string> {
  const id = uuid();
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  await admin.query(
    `insert into availabilities (organization_id, id, timezone, weekly, exceptions, updated_at)
     values ($1, $2, 'UTC', $3, '[]', now())`,
    [organizationId, ownerMemberId, JSON.stringify(weekly)],
  );
  await admin.query(
    `insert into booking_types (organization_id, id, host_member_id, name, duration_minutes, step_minutes, buffer_before_minutes,
       buffer_after_minutes, min_notice_hours, max_days_ahead, cancel_notice_hours, status, created_by, created_at, updated_at)
     values ($1, $2, $3, 'Call', 30, 30, 0, 0, 0, 30, 0, 'active', $4, now(), now())`,
    [organizationId, id, ownerMemberId, ownerAccountId],
  );
  return id;
}
