import type { TenantSession } from '#kernel/persistence';
import { taskTables } from '../tasks.tables.js';
import type { ReviewSettings } from './review.settings.js';

const find = taskTables
  .statement(
    'find_review_due_hours',
    {},
    'select review_due_hours as hours from organizations where id = :organization',
  )
  .returning<{ hours: number | null }>();

/** A review is overdue this many hours after the submission: as the organization set, or else the service. */
export async function reviewDueHours(tenant: TenantSession, { REVIEW_DUE_HOURS }: ReviewSettings): Promise<number> {
  const [organization] = await tenant.query(find);
  return organization.hours ?? REVIEW_DUE_HOURS;
}
