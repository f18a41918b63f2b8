import {
  ENROLLMENT_STATUSES,
  EnrollmentReference,
  listOwnIds,
  reachableThroughEnrollment,
  visibleEnrollment,
} from '#contexts/enrollments/enrollments.public.js';
import { anyMember, enrollmentStaff } from '#kernel/access';
import { refusal, refusedIn, refusedUnless } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Instant, OneOf, Uuid } from '#kernel/fields';
import { declareRead, resource } from '#kernel/operations';
import { outcomeTables } from '../outcomes.tables.js';
import {
  OutcomeEntry,
  Outcomes,
  RecordOutcomeRequest,
  SHOWN_ENTRIES,
  VoidOutcomeEntryRequest,
} from './outcome-entry.dto.js';
import { OUTCOME_KINDS } from './outcome-entry.entity.js';

/** An account records so many on one enrollment. */
export const MAX_ENTRIES = 1_000;

export const entryLimit = refusal(
  'outcome_entry_limit',
  `The caller has recorded ${MAX_ENTRIES} outcome entries of the enrollment, the maximum.`,
);

/** Staff also record after completion; the person enrolled only while active. */
export const OPEN_TO_STAFF = ['pending', 'active', 'paused', 'completed'] as const;
export const OPEN_TO_PERSON = ['active'] as const;

class OutcomeVoided extends EnrollmentReference {
  @Uuid() outcomeEntryId: string;
}

/** Without the value, which may be about somebody's health. */
class OutcomeRecorded extends OutcomeVoided {
  @Uuid() outcomeMeasureId: string;
  @OneOf(OUTCOME_KINDS) kind: string;
  @Instant() measuredAt: string;
}

const outcomes = resource({
  noun: 'outcome entry',
  plural: 'outcome entries',
  tag: 'Outcomes',
  path: '/outcome-entries/:outcomeEntryId',
  response: OutcomeEntry,
  target: reachableThroughEnrollment('outcome entry', outcomeTables, 'outcome_entries'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const recordOutcome = outcomes.create({
  name: 'record_outcome',
  path: '/enrollments/:enrollmentId/outcome-entries',
  parent: { ...visibleEnrollment, concernsCaller: async (scope, id) => (await listOwnIds(scope, [id])).size > 0 },
  summary: 'Record a baseline, target or reading of an outcome measure',
  description:
    'The staff of the enrollment, until it is withdrawn, failed or transferred; or the person enrolled, while it is active: ' +
    'readings of measures that they report themselves. Entries are never edited: void one and record another.',
  access: anyMember,
  allowedOnOneself: ({ kind }) => kind === 'reading',
  body: RecordOutcomeRequest,
  event: declareEvent('outcome.recorded', 'A value of an outcome measure was recorded.', OutcomeRecorded),
  refusals: {
    400:
      'A field is invalid, outcomeMeasureId is not an active measure of the program, value is out of its bounds or has too ' +
      'many decimal places, or measuredAt is in the future.',
  },
  reasons: [...refusedUnless('enrollment', OPEN_TO_PERSON, ENROLLMENT_STATUSES), entryLimit],
});

export const voidOutcomeEntry = outcomes.command('void', {
  name: 'void_outcome_entry',
  description: 'It no longer counts, and stays in the history.',
  body: VoidOutcomeEntryRequest,
  event: declareEvent('outcome.voided', 'An outcome entry was voided.', OutcomeVoided),
  reasons: refusedIn('outcome entry', ['voided']),
});

export const readOutcomes = declareRead({
  name: 'read_outcomes',
  path: '/enrollments/:enrollmentId/outcomes',
  tag: 'Outcomes',
  summary: 'Read the outcomes of an enrollment',
  description:
    'The staff of the enrollment, or the person enrolled. Baseline, target and latest go by measuredAt, then by the time of ' +
    `recording; voided entries do not count. The last ${SHOWN_ENTRIES} entries of each measure, latest first. A figure ` +
    'without a value is returned as measured: false with a reason.',
  access: anyMember,
  target: visibleEnrollment,
  response: Outcomes,
});
