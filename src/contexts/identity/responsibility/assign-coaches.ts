import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { assignAll, assignmentBy } from './responsibility-assignment.js';
import type { ResponsibilityEntity } from './responsibility.entity.js';

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
