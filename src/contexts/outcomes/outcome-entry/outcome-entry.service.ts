import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { decidesOnOneself } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { placesIssue, toOutcomeMeasure, type OutcomeMeasure } from '../outcome-measure/outcome-measure.dto.js';
import {
  MeasuredOutcome,
  type OutcomeEntry,
  Outcomes,
  type RecordOutcomeRequest,
  toOutcomeEntry,
} from './outcome-entry.dto.js';
import { OutcomeEntryEntity } from './outcome-entry.entity.js';
import { OPEN_TO_PERSON, OPEN_TO_STAFF, recordOutcome, voidOutcomeEntry } from './outcome-entry.operations.js';
import { checkEntryBound, OutcomeEntryRepository, type OutcomeEnrollment } from './outcome-entry.repository.js';
import { figuresOf } from './outcome-figures.js';

@Injectable()
export class OutcomeEntryService {
  constructor(private readonly outcomes: OutcomeEntryRepository) {}

  async record(uow: UnitOfWork, enrollmentId: string, request: RecordOutcomeRequest): Promise<OutcomeEntry> {
    const { outcomeMeasureId, kind, value, measuredAt = uow.now, note = null } = request;
    const enrollment = await this.outcomes.lockEnrollment(uow, enrollmentId);
    const measure = await this.outcomes.findMeasure(uow, enrollment.programId, outcomeMeasureId);
    if (enrollment.isOwn && !measure.selfReport) throw decidesOnOneself();
    const issue = valueIssue(value, toOutcomeMeasure(measure));
    if (issue !== undefined) throw invalidField('value', issue);
    if (measuredAt > uow.now) throw invalidField('measuredAt', 'must not be in the future');
    checkStatus(enrollment);
    await checkEntryBound(uow, enrollmentId);
    const entry = uow.insert(OutcomeEntryEntity, {
      ...{ enrollmentId, outcomeMeasureId, kind, measuredAt, note },
      ...{ value: String(value), recordedBy: uow.caller.accountId, recordedAt: uow.now },
    });
    const recorded = { ...entry, ...referenceToEnrollment(enrollment), outcomeEntryId: entry.id };
    uow.record(recordOutcome.event, recorded, ['enrollmentId', 'outcomeMeasureId', 'kind', 'measuredAt']);
    return toOutcomeEntry(entry);
  }

  async void(uow: UnitOfWork, id: string, reason: string): Promise<OutcomeEntry> {
    const { enrollmentId } = await uow.get(OutcomeEntryEntity, id);
    const enrollment = await this.outcomes.lockEnrollment(uow, enrollmentId);
    const entry = await uow.getForUpdate(OutcomeEntryEntity, id);
    if (entry.voidedAt !== null) throw wrongStatus('outcome entry', 'voided', 'It is already voided.');
    uow.record(voidOutcomeEntry.event, { id, ...referenceToEnrollment(enrollment), outcomeEntryId: id });
    const change = { voidedAt: uow.now, voidedBy: uow.caller.accountId, voidReason: reason };
    return toOutcomeEntry(uow.change(OutcomeEntryEntity, entry, change));
  }

  async read(scope: Scope, enrollmentId: string): Promise<Outcomes> {
    const measures = await this.outcomes.listMeasures(scope, enrollmentId);
    const entries = await this.outcomes.listEntries(scope, enrollmentId);
    const items = measures.map(({ baseline, target, reading, ...row }) => {
      const values = { baseline: numberOf(baseline), target: numberOf(target), latest: numberOf(reading) };
      return toResource(MeasuredOutcome, {
        measure: toOutcomeMeasure(row),
        ...figuresOf({ direction: row.direction, ...values }),
        entries: (entries.get(row.id) ?? []).map(toOutcomeEntry),
      });
    });
    return toResource(Outcomes, { enrollmentId, items });
  }
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function valueIssue(value: number, { min, max, decimals }: OutcomeMeasure): string | undefined {
  if (min !== null && value < min) return `must be at least ${min}`;
  if (max !== null && value > max) return `must be at most ${max}`;
  return placesIssue(value, decimals);
}

/** Throws 409. */
function checkStatus({ status, isOwn }: OutcomeEnrollment): void {
  const open: readonly string[] = isOwn ? OPEN_TO_PERSON : OPEN_TO_STAFF;
  if (!open.includes(status)) throw wrongStatus('enrollment', status);
}
