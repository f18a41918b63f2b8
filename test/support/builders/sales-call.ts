import type { Row, Tenant } from '../tenant.js';
import { availability } from './booking.js';
import { person } from './person.js';
import { prospect } from './prospect.js';

const HOUR = 3_600_000;

/** A closer for the organization with hours around the clock. Answers the member's id. */
export async function caller(school: Tenant): Promise<string> {
  return availability(school, (await person(school, 'MEMBER', { role: 'closer' })).memberId);
}

/** By default a booked call of half an hour, tomorrow, of a new closer with a new prospect of theirs. */
export async function salesCall(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const closerId = row.closer_member_id ?? (await caller(school));
  const startsAt = new Date((row.starts_at as string | undefined) ?? now.getTime() + 24 * HOUR);
  const endsAt = new Date(startsAt.getTime() + HOUR / 2);
  return school.insert('sales_calls', {
    prospect_id: row.prospect_id ?? (await prospect(school, { closer_member_id: closerId })),
    ...{ starts_at: startsAt, ends_at: endsAt, busy_from: startsAt, busy_until: endsAt, timezone: 'UTC' },
    ...{ status: 'booked', created_by: school.owner.accountId, created_at: now, updated_at: now },
    ...row,
    ...{ closer_member_id: closerId },
  });
}
