import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { DeadlineExtension } from './deadline-extension.dto.js';
import { extendDeadlines, listDeadlineExtensions } from './deadline-extension.operations.js';
import { DeadlineExtensionService } from './deadline-extension.service.js';

@Controller()
export class DeadlineExtensionController {
  constructor(private readonly extensions: DeadlineExtensionService) {}

  @Operation(extendDeadlines)
  extend(uow: UnitOfWork, { params, body }: InputOf<typeof extendDeadlines>): Promise<DeadlineExtension> {
    return this.extensions.extend(uow, params.enrollmentId, body);
  }

  @Operation(listDeadlineExtensions)
  list(scope: Scope, { params, query }: InputOf<typeof listDeadlineExtensions>): Promise<Page<DeadlineExtension>> {
    return this.extensions.list(scope, params.enrollmentId, query);
  }
}
