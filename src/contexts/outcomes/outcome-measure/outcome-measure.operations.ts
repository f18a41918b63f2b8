import { ownProgram, programContent } from '#contexts/programs/programs.public.js';
import { anyStaff, programContentStaff } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { outcomeTables } from '../outcomes.tables.js';
import {
  CreateOutcomeMeasureRequest,
  OutcomeMeasure,
  OutcomeMeasureQuery,
  UpdateOutcomeMeasureRequest,
} from './outcome-measure.dto.js';

/** Outcome measures of a program, archived ones included. */
export const MAX_MEASURES = 50;

export const measureLimit = refusal(
  'outcome_measure_limit',
  `A program has at most ${MAX_MEASURES} outcome measures, archived ones included.`,
);
export const keyTaken = refusal('outcome_measure_key_taken', 'The program has an outcome measure with that key.');

class OutcomeMeasureReference {
  @Uuid() outcomeMeasureId: string;
  @Uuid() programId: string;
  @Text({ example: 'confidence' }) key: string;
}

const outcomeMeasures = resource({
  noun: 'outcome measure',
  path: '/outcome-measures/:outcomeMeasureId',
  response: OutcomeMeasure,
  target: programContent('outcome measure', outcomeTables, 'outcome_measures'),
  read: anyStaff,
  write: programContentStaff,
});

export const createOutcomeMeasure = outcomeMeasures.create({
  path: '/programs/:programId/outcome-measures',
  parent: ownProgram,
  summary: 'Create an outcome measure of a program',
  description:
    'What enrollments of the program are measured by. key, direction, min, max and decimals never change: they would ' +
    'change what the values mean.',
  body: CreateOutcomeMeasureRequest,
  event: declareEvent('outcome_measure.created', 'An outcome measure was created.', OutcomeMeasureReference),
  refusals: {
    400: 'A field is invalid, min is greater than max, or one of them has more decimal places than decimals.',
  },
  reasons: [...refusedIn('program', ['archived']), keyTaken, measureLimit],
});

export const listOutcomeMeasures = outcomeMeasures.list({
  description: 'Active and archived ones, newest first.',
  query: OutcomeMeasureQuery,
  mayLag: true,
});

export const getOutcomeMeasure = outcomeMeasures.get({
  description: 'Active or archived.',
  target: existing('outcome measure', outcomeTables, 'outcome_measures'),
});

export const updateOutcomeMeasure = outcomeMeasures.patch({
  description: 'Omitted fields are left unchanged. An archived measure takes no entries until it is active again.',
  body: UpdateOutcomeMeasureRequest,
  event: declareEvent('outcome_measure.updated', 'An outcome measure was updated.', OutcomeMeasureReference),
});
