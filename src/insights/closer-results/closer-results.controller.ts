import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listCloserResults } from './closer-results.operations.js';
import { CloserResultsService } from './closer-results.service.js';

@Controller()
export class CloserResultsController {
  constructor(private readonly results: CloserResultsService) {}

  @Operation(listCloserResults)
  list(scope: Scope, { query }: InputOf<typeof listCloserResults>) {
    return this.results.list(scope, query);
  }
}
