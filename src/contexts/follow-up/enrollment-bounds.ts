import { refusal } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { followUpTables } from './follow-up.tables.js';

export const MAX_OPEN_BLOCKERS = 1_000;
export const MAX_NOTES = 10_000;

export const blockerLimit = refusal(
  'blocker_limit',
  `The enrollment has ${MAX_OPEN_BLOCKERS} open blockers, the maximum.`,
);
export const noteLimit = refusal('note_limit', `The enrollment has ${MAX_NOTES} notes, the maximum.`);

// A count under this lock sees every row of an earlier write.
const lockEnrollment = followUpTables.statement(
  'lock_enrollment_for_follow_up',
  { id: 'uuid' },
  'select 1 from enrollments where organization_id = :organization and id = :id for no key update',
);

const atMaxBlockers = followUpTables.statement(
  'has_max_open_blockers',
  { enrollment: 'uuid', others: 'integer' },
  `select 1 from blockers where organization_id = :organization and enrollment_id = :enrollment and status = 'open'
   offset :others limit 1`,
);

const atMaxNotes = followUpTables.statement(
  'has_max_notes',
  { enrollment: 'uuid', others: 'integer' },
  `select 1 from enrollment_notes where organization_id = :organization and enrollment_id = :enrollment
   offset :others limit 1`,
);

/** Throws 409 where the enrollment has as many open blockers as it may have. */
export async function checkOpenBlockers(uow: UnitOfWork, enrollment: string): Promise<void> {
  await uow.query(lockEnrollment, { id: enrollment });
  const found = await uow.query(atMaxBlockers, { enrollment, others: MAX_OPEN_BLOCKERS - 1 });
  if (found.length > 0) throw blockerLimit.error();
}

/** Throws 409 where the enrollment has as many notes as it may have. */
export async function checkNotes(uow: UnitOfWork, enrollment: string): Promise<void> {
  await uow.query(lockEnrollment, { id: enrollment });
  const found = await uow.query(atMaxNotes, { enrollment, others: MAX_NOTES - 1 });
  if (found.length > 0) throw noteLimit.error();
}
