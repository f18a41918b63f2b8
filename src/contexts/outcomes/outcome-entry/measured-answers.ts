import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { keyedBy } from '#kernel/lists';
import type { UnitOfWork } from '#kernel/work';
import { outcomeTables } from '../outcomes.tables.js';
import { OutcomeEntryEntity, type OutcomeKind } from './outcome-entry.entity.js';
import { checkEntryBound } from './outcome-entry.repository.js';
import { recordOutcome, voidOutcomeEntry } from './outcome-entry.operations.js';

/** The events of a write that records answers: for its `alsoEvents`. */
export const OUTCOMES_OF_ANSWERS = [recordOutcome.event.name, voidOutcomeEntry.event.name] as const;

/** An answer to be recorded, which the measure admits. */
export interface MeasuredAnswer {
  outcomeMeasureId: string;
  kind: OutcomeKind;
  value: number;
}

interface Enrollment {
  id: string;
  cohortId: string;
  memberId: string;
}

// FOR KEY SHARE: an archival waits, or is waited for.
const lockActive = outcomeTables
  .statement(
    'lock_active_outcome_measures',
    { ids: 'uuid[]' },
    `select m.id from outcome_measures m
     where m.organization_id = :organization and m.id = any(:ids::uuid[]) and m.status = 'active' order by m.id
     for key share`,
  )
  .returning<{ id: string }>();

/**
 * Records answers of an enrollment, which is locked, as `record_outcome` does. Returns the ids of the entries in the order of
 * the answers: null for a measure that was archived meanwhile, which takes no entry.
 */
export async function recordAnswers(
  uow: UnitOfWork,
  enrollment: Enrollment,
  answers: readonly MeasuredAnswer[],
): Promise<(string | null)[]> {
  if (answers.length === 0) return [];
  await checkEntryBound(uow, enrollment.id);
  const ids = answers.map(({ outcomeMeasureId }) => outcomeMeasureId);
  const active = new Set((await uow.query(lockActive, { ids })).map(({ id }) => id));
  return answers.map(({ outcomeMeasureId, kind, value }) => {
    if (!active.has(outcomeMeasureId)) return null;
    const entry = uow.insert(OutcomeEntryEntity, {
      ...{ enrollmentId: enrollment.id, outcomeMeasureId, kind, value: String(value) },
      ...{ measuredAt: uow.now, recordedBy: uow.caller.accountId, recordedAt: uow.now },
    });
    const recorded = { ...entry, ...referenceToEnrollment(enrollment), outcomeEntryId: entry.id };
    uow.recordAlso(recordOutcome, recorded, ['enrollmentId', 'outcomeMeasureId', 'kind', 'measuredAt']);
    return entry.id;
  });
}

const listEnrollments = outcomeTables
  .statement(
    'list_enrollments_of_outcome_entries',
    { ids: 'uuid[]' },
    `select e.id, e.cohort_id as "cohortId", e.member_id as "memberId" from enrollments e
     where e.organization_id = :organization and e.id = any(:ids::uuid[])`,
  )
  .returning<Enrollment>();

/** Voids those of the entries that are not voided yet, as `void_outcome_entry` does: a transfer leaves them where they were recorded. */
export async function voidRecorded(uow: UnitOfWork, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  const entries = await uow.getAllForUpdate(OutcomeEntryEntity, ids);
  const standing = entries.filter(({ voidedAt }) => voidedAt === null);
  uow.changeAll(OutcomeEntryEntity, standing, {
    ...{ voidedAt: uow.now, voidedBy: uow.caller.accountId, voidReason: reason },
  });
  const of = [...new Set(standing.map(({ enrollmentId }) => enrollmentId))];
  const enrollments = keyedBy(await uow.query(listEnrollments, { ids: of }), ({ id }) => id);
  for (const { id, enrollmentId } of standing) {
    const enrollment = enrollments.get(enrollmentId);
    if (!enrollment) throw new Error('an outcome entry has no enrollment');
    uow.recordAlso(voidOutcomeEntry, { id, ...referenceToEnrollment(enrollment), outcomeEntryId: id });
  }
}
