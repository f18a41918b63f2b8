import { fieldChanges, type InsertedRow, type NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import {
  assignResponsibility,
  endResponsibility,
  MAX_CURRENT,
  responsibilityLimit,
} from './responsibility.operations.js';

const countOfMember = identityTables
  .statement(
    'count_current_responsibilities',
    { member: 'uuid' },
    `select count(*)::integer as current from responsibilities
     where organization_id = :organization and member_id = :member and ended_at is null`,
  )
  .returning<{ current: number }>();

/** How many current responsibilities the member has, whose row is locked. */
export async function countCurrent(uow: UnitOfWork, member: string): Promise<number> {
  const [row] = await uow.query(countOfMember, { member });
  return row.current;
}

/** Throws 409 where a member would have more current responsibilities than it may have. */
export function checkCurrent(count: number): void {
  if (count <= MAX_CURRENT) return;
  throw responsibilityLimit.error();
}

/** The columns that all new responsibilities share. */
export function assignmentBy({ now, caller }: UnitOfWork) {
  return { startedAt: now, assignedBy: caller.accountId, assignedByKey: caller.apiKeyId };
}

/** The changes that the record of a new responsibility has. */
export function assigned({ memberId, role, scope, programId, cohortId, enrollmentId }: NewRow<ResponsibilityEntity>) {
  return { memberId, role, scope, programId, cohortId, enrollmentId };
}

/** Assigns by one statement; each is recorded as by assign_responsibility. The members are locked and below the limit. */
export function assignAll(
  uow: UnitOfWork,
  assignments: readonly InsertedRow<ResponsibilityEntity>[],
): NewRow<ResponsibilityEntity>[] {
  const rows = uow.insertAll(ResponsibilityEntity, assignments);
  for (const row of rows) uow.recordAlso(assignResponsibility, row, assigned(row));
  return rows;
}

/** Makes members coaches of enrollments: see `assignAll`. */
export function assignCoaches(
  uow: UnitOfWork,
  assignments: readonly { memberId: string; enrollmentId: string }[],
): NewRow<ResponsibilityEntity>[] {
  const coaching = { role: 'coach', scope: 'enrollment', ...assignmentBy(uow) } as const;
  return assignAll(
    uow,
    assignments.map(({ memberId, enrollmentId }) => ({ memberId, enrollmentId, ...coaching })),
  );
}

/** Ends locked responsibilities by one statement; each is recorded as by end_responsibility. */
export function endAll(uow: UnitOfWork, responsibilities: readonly ResponsibilityEntity[]): void {
  const change = { endedAt: uow.now };
  uow.changeAll(ResponsibilityEntity, responsibilities, change);
  for (const responsibility of responsibilities) {
    uow.recordAlso(endResponsibility, responsibility, fieldChanges(ResponsibilityEntity, responsibility, change));
  }
}
