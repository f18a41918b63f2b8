import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readCockpitHistory } from './cockpit-history.operations.js';
import { CockpitHistoryService } from './cockpit-history.service.js';

@Controller()
export class CockpitHistoryController {
  constructor(private readonly history: CockpitHistoryService) {}

  @Operation(readCockpitHistory)
  read(scope: Scope, { params, query }: InputOf<typeof readCockpitHistory>) {
    return this.history.read(scope, params.cohortId, query);
  }
}
