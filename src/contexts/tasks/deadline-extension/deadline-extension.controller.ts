import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { extendDeadlines, listDeadlineExtensions } from './deadline-extension.operations.js';
import { DeadlineExtensionService } from './deadline-extension.service.js';

@Controller()
export class DeadlineExtensionController {
  constructor(private readonly extensions: DeadlineExtensionService) {}

  @Operation(extendDeadlines)
  extend(uow: UnitOfWork, { params, body }: InputOf<typeof extendDeadlines>) {
    return this.extensions.extend(uow, params.enrollmentId, body);
  }

  @Operation(listDeadlineExtensions)
  list(scope: Scope, { params, query }: InputOf<typeof listDeadlineExtensions>) {
    return this.extensions.list(scope, params.enrollmentId, query);
  }
}
