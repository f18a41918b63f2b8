import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listCoachLoads } from './coach-load.operations.js';
import { CoachLoadService } from './coach-load.service.js';

@Controller()
export class CoachLoadController {
  constructor(private readonly loads: CoachLoadService) {}

  @Operation(listCoachLoads)
  list(scope: Scope, { query }: InputOf<typeof listCoachLoads>) {
    return this.loads.list(scope, query);
  }
}
