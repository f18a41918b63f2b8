import type { Row, Tenant } from '../tenant.js';
import { coachingSession } from './coaching-session.js';
import { enrollment } from './enrollment.js';
import { person } from './person.js';

const HOUR_MS = 3_600_000;

/** By default every day around the clock, in UTC. Answers the member's id, which is its id. */
export async function availability(school: Tenant, memberId: string, row: Row = {}): Promise<string> {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  await school.insert('availabilities', {
    id: memberId,
    timezone: 'UTC',
    updated_at: school.app.now(),
    ...row,
    weekly: JSON.stringify(row.weekly ?? weekly),
    exceptions: JSON.stringify(row.exceptions ?? []),
  });
  return memberId;
}

/** By default of an administrator, who reaches everybody and is always available. */
export async function bookingType(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('booking_types', {
    host_member_id: row.host_member_id ?? (await availability(school, (await person(school, 'ADMIN')).memberId)),
    name: 'Coaching call',
    duration_minutes: 30,
    step_minutes: 30,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    min_notice_hours: 0,
    max_days_ahead: 30,
    cancel_notice_hours: 0,
    status: 'active',
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** By default in a day's time, of a type and an enrollment of its own. */
export async function booking(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const enrollmentId = (row.enrollment_id as string | undefined) ?? (await enrollment(school));
  const typeId = (row.booking_type_id as string | undefined) ?? (await bookingType(school));
  const [{ host }] = (
    await school.rows<{ host: string }>(
      'select host_member_id as host from booking_types where organization_id = $1 and id = $2',
      typeId,
    )
  ).rows;
  const startsAt = (row.starts_at as Date | undefined) ?? new Date(Math.ceil(now.getTime() / HOUR_MS + 24) * HOUR_MS);
  const endsAt = new Date(startsAt.getTime() + HOUR_MS / 2);
  return school.insert('bookings', {
    booking_type_id: typeId,
    host_member_id: host,
    enrollment_id: enrollmentId,
    coaching_session_id: await coachingSession(school, enrollmentId, { scheduled_at: startsAt }),
    starts_at: startsAt,
    ends_at: endsAt,
    busy_from: startsAt,
    busy_until: endsAt,
    timezone: 'UTC',
    cancel_notice_hours: 0,
    status: 'booked',
    booked_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
