import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, TextList } from '../platform/fields/text.js';
import { PROGRAM_STATUSES } from './program.entity.js';

export class ProgramCreated {
  @Uuid()
  programId: string;

  @Text({ description: 'Name' })
  name: string;

  @OneOf(['draft', 'archived'])
  status: string;
}

export class ProgramUpdated {
  @Uuid()
  programId: string;

  @TextList(() => undefined, { description: 'The fields that were sent', example: ['name'] })
  fields: string[];
}

export class ProgramPublished {
  @Uuid()
  programId: string;
}

export class ProgramArchived {
  @Uuid()
  programId: string;

  @OneOf(PROGRAM_STATUSES, { description: 'The status that the program had' })
  previousStatus: string;
}

export class ProgramRestored {
  @Uuid()
  programId: string;

  @OneOf(['active', 'draft'], { description: 'The verified status that the program has again' })
  status: string;
}

export const programCreated = declareEvent({
  name: 'program.created',
  summary: 'A program was created, or brought in from elsewhere.',
  data: ProgramCreated,
});

export const programUpdated = declareEvent({
  name: 'program.updated',
  summary: "A program's name or description was changed.",
  data: ProgramUpdated,
});

export const programPublished = declareEvent({
  name: 'program.published',
  summary: 'A draft program became active.',
  data: ProgramPublished,
});

export const programArchived = declareEvent({
  name: 'program.archived',
  summary: 'A program was archived.',
  data: ProgramArchived,
});

export const programRestored = declareEvent({
  name: 'program.restored',
  summary: 'An archived program has its previous status again.',
  data: ProgramRestored,
});
