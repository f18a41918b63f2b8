import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readFormResults } from './form-results.operations.js';
import { FormResultsService } from './form-results.service.js';

@Controller()
export class FormResultsController {
  constructor(private readonly results: FormResultsService) {}

  @Operation(readFormResults)
  read(scope: Scope, { params, query }: InputOf<typeof readFormResults>) {
    return this.results.read(scope, params.formId, query);
  }
}
