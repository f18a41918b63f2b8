import { Injectable } from '@nestjs/common';
import { type EnrollmentStatus, OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, notFound } from '#kernel/errors';
import { groupedBy } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { OutcomeMeasureEntity } from '../outcome-measure/outcome-measure.entity.js';
import { outcomeTables } from '../outcomes.tables.js';
import { SHOWN_ENTRIES } from './outcome-entry.dto.js';
import { OUTCOME_KINDS, type OutcomeEntryEntity, type OutcomeKind } from './outcome-entry.entity.js';
import { entryLimit, MAX_ENTRIES } from './outcome-entry.operations.js';

export interface OutcomeEnrollment {
  id: string;
  cohortId: string;
  memberId: string;
  programId: string;
  status: EnrollmentStatus;
  /** The caller is the person enrolled. */
  isOwn: boolean;
}

type MeasureRow = NewRow<OutcomeMeasureEntity>;
type EntryRow = NewRow<OutcomeEntryEntity>;

// Exclusive, so that the entries can be counted; a concurrent closing waits.
const lockEnrollment = outcomeTables
  .statement(
    'lock_enrollment_for_outcomes',
    { id: 'uuid', account: 'uuid' },
    `select e.id, e.cohort_id as "cohortId", e.member_id as "memberId", e.status, k.program_id as "programId",
       (${OF_PERSON}) as "isOwn"
     from enrollments e
     join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
     where e.organization_id = :organization and e.id = :id for no key update of e`,
  )
  .returning<OutcomeEnrollment>();

const MEASURE = `m.id, m.program_id as "programId", m.key, m.name, m.unit, m.direction, m.min, m.max, m.decimals,
  m.self_report as "selfReport", m.status`;

// FOR KEY SHARE: an archival waits, or is waited for.
const findMeasure = outcomeTables
  .statement(
    'find_outcome_measure_to_record',
    { id: 'uuid', program: 'uuid' },
    `select ${MEASURE} from outcome_measures m
     where m.organization_id = :organization and m.id = :id and m.program_id = :program and m.status = 'active'
     for key share`,
  )
  .returning<MeasureRow>();

const atMaxEntries = outcomeTables.statement(
  'outcome_entries_at_most',
  { enrollment: 'uuid', account: 'uuid', others: 'integer' },
  `select 1 from outcome_entries
   where organization_id = :organization and enrollment_id = :enrollment and recorded_by = :account
   offset :others limit 1`,
);

const OF_MEASURE =
  'i.organization_id = :organization and i.enrollment_id = :enrollment and i.outcome_measure_id = m.id';
const LATEST_FIRST = 'order by i.measured_at desc, i.recorded_at desc, i.id desc';

/** SQL: the value of the kind that counts. */
const counting = (kind: OutcomeKind): string => `(
  select i.value from outcome_entries i
  where ${OF_MEASURE} and i.kind = '${kind}' and i.voided_at is null ${LATEST_FIRST} limit 1) as ${kind}`;

const OF_ENROLLMENT = `from enrollments e
  join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
  join outcome_measures m on m.organization_id = k.organization_id and m.program_id = k.program_id`;

const listMeasures = outcomeTables
  .statement(
    'list_outcome_measures_of_enrollment',
    { enrollment: 'uuid' },
    `select ${MEASURE}, ${OUTCOME_KINDS.map(counting).join(', ')} ${OF_ENROLLMENT}
     where e.organization_id = :organization and e.id = :enrollment
       and (m.status = 'active' or exists (select from outcome_entries i where ${OF_MEASURE}))
     order by m.id`,
  )
  .returning<MeasureRow & Record<OutcomeKind, string | null>>();

const listEntries = outcomeTables
  .statement(
    'list_last_outcome_entries',
    { enrollment: 'uuid' },
    `select i.* ${OF_ENROLLMENT}
     cross join lateral (
       select i.id, i.enrollment_id as "enrollmentId", i.outcome_measure_id as "outcomeMeasureId", i.kind, i.value,
         i.measured_at as "measuredAt", i.note, i.recorded_by as "recordedBy", i.recorded_at as "recordedAt",
         i.voided_at as "voidedAt", i.void_reason as "voidReason"
       from outcome_entries i where ${OF_MEASURE} ${LATEST_FIRST} limit ${SHOWN_ENTRIES}) i
     where e.organization_id = :organization and e.id = :enrollment
     order by i."measuredAt" desc, i."recordedAt" desc, i.id desc`,
  )
  .returning<EntryRow>();

/** Throws 409 where the caller has recorded as many as an account may. */
export async function checkEntryBound(uow: UnitOfWork, enrollment: string): Promise<void> {
  const values = { enrollment, account: uow.caller.accountId, others: MAX_ENTRIES - 1 };
  if ((await uow.query(atMaxEntries, values)).length > 0) throw entryLimit.error();
}

@Injectable()
export class OutcomeEntryRepository {
  /** Throws 404. */
  async lockEnrollment(uow: UnitOfWork, id: string): Promise<OutcomeEnrollment> {
    const [enrollment] = await uow.query(lockEnrollment, { id, account: uow.caller.accountId });
    if (enrollment === undefined) throw notFound();
    return enrollment;
  }

  /** An active measure of the program. Throws 400. */
  async findMeasure(uow: UnitOfWork, program: string, id: string): Promise<MeasureRow> {
    const [measure] = await uow.query(findMeasure, { program, id });
    if (measure === undefined) {
      throw invalidField('outcomeMeasureId', "must be an active outcome measure of the enrollment's program");
    }
    return measure;
  }

  /** The measures of the enrollment's program that are active or have entries, with the values that count. */
  listMeasures(scope: Scope, enrollment: string) {
    return scope.query(listMeasures, { enrollment });
  }

  /** The last entries of each measure, by its id, latest first. */
  async listEntries(scope: Scope, enrollment: string): Promise<ReadonlyMap<string, EntryRow[]>> {
    return groupedBy(await scope.query(listEntries, { enrollment }), ({ outcomeMeasureId }) => outcomeMeasureId);
  }
}
