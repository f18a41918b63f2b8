import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { readOutcomes, recordOutcome, voidOutcomeEntry } from './outcome-entry.operations.js';
import { OutcomeEntryService } from './outcome-entry.service.js';

@Controller()
export class OutcomeEntryController {
  constructor(private readonly outcomes: OutcomeEntryService) {}

  @Operation(recordOutcome)
  record(uow: UnitOfWork, { params, body }: InputOf<typeof recordOutcome>) {
    return this.outcomes.record(uow, params.enrollmentId, body);
  }

  @Operation(voidOutcomeEntry)
  void(uow: UnitOfWork, { params, body }: InputOf<typeof voidOutcomeEntry>) {
    return this.outcomes.void(uow, params.outcomeEntryId, body.reason);
  }

  @Operation(readOutcomes)
  read(scope: Scope, { params }: InputOf<typeof readOutcomes>) {
    return this.outcomes.read(scope, params.enrollmentId);
  }
}
