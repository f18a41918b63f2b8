import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
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
