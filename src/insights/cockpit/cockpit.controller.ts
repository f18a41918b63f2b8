import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readCohortCockpit } from './cockpit.operations.js';
import { CockpitService } from './cockpit.service.js';

@Controller()
export class CockpitController {
  constructor(private readonly cockpits: CockpitService) {}

  @Operation(readCohortCockpit)
  read(scope: Scope, { params }: InputOf<typeof readCohortCockpit>) {
    return this.cockpits.read(scope, params.cohortId);
  }
}
