import { lockedByAnother } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

interface CoachedEnrollment {
  id: string;
  isTransferred: boolean;
  closedAt: Date | null;
}

const ENROLLMENTS = `select id, status = 'transferred' as "isTransferred", closed_at as "closedAt" from enrollments
  where organization_id = :organization and id = any(:ids::uuid[])
  order by id`;

const list = identityTables
  .statement('list_enrollments_to_assign', { ids: 'uuid[]' }, ENROLLMENTS)
  .returning<CoachedEnrollment>();
// The insert of a responsibility locks its enrollment, which comes before members: a transfer locks it first, too.
const lock = identityTables
  .statement('lock_enrollments_to_coach', { ids: 'uuid[]' }, `${ENROLLMENTS} for share`)
  .returning<CoachedEnrollment>();

/** Locks the enrollments of responsibilities in order of their ids, ahead of the members. */
export function lockEnrollments(uow: UnitOfWork, ids: readonly string[]): Promise<CoachedEnrollment[]> {
  return uow.query(lock, { ids });
}

/**
 * Locks the enrollments that members are to coach. Throws 409 with Retry-After where one was transferred since the
 * request came; one that was transferred before may have coaches.
 */
export async function lockEnrollmentsToCoach(uow: UnitOfWork, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const before = await uow.query(list, { ids });
  const open = new Set(before.filter(({ isTransferred }) => !isTransferred).map(({ id }) => id));
  const transferred = (await lockEnrollments(uow, ids)).filter(({ isTransferred }) => isTransferred);
  if (transferred.some(({ id, closedAt }) => open.has(id) || (closedAt !== null && closedAt >= uow.now))) {
    throw lockedByAnother();
  }
}
