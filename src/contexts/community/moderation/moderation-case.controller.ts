import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { decideModerationCase, listModerationCases } from './moderation-case.operations.js';
import { readCases } from './moderation-case.reader.js';
import { ModerationCaseService } from './moderation-case.service.js';

@Controller()
export class ModerationCaseController {
  constructor(private readonly cases: ModerationCaseService) {}

  @Operation(listModerationCases)
  list(scope: Scope, { query }: InputOf<typeof listModerationCases>) {
    return readCases(scope, query);
  }

  @Operation(decideModerationCase)
  decide(uow: UnitOfWork, { params, body }: InputOf<typeof decideModerationCase>) {
    return this.cases.decide(uow, params.moderationCaseId, body);
  }
}
