import { Controller } from '@nestjs/common';
import type { BulkResult } from '#kernel/operations/bulk.js';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
import type { Responsibility } from './responsibility.dto.js';
import {
  assignResponsibility,
  bulkAssignCoach,
  endResponsibility,
  listResponsibilities,
} from './responsibility.operations.js';
import { ResponsibilityService } from './responsibility.service.js';

@Controller()
export class ResponsibilityController {
  constructor(private readonly responsibilities: ResponsibilityService) {}

  @Operation(listResponsibilities)
  list(scope: Scope, { query }: InputOf<typeof listResponsibilities>): Promise<Page<Responsibility>> {
    return this.responsibilities.list(scope, query);
  }

  @Operation(assignResponsibility)
  assign(uow: UnitOfWork, { body }: InputOf<typeof assignResponsibility>): Promise<Responsibility> {
    return this.responsibilities.assign(uow, body);
  }

  @Operation(endResponsibility)
  end(uow: UnitOfWork, { params }: InputOf<typeof endResponsibility>): Promise<Responsibility> {
    return this.responsibilities.end(uow, params.responsibilityId);
  }

  @Operation(bulkAssignCoach)
  assignCoach(uow: UnitOfWork, { params, body }: InputOf<typeof bulkAssignCoach>): Promise<BulkResult> {
    return this.responsibilities.assignCoach(uow, params.cohortId, body);
  }
}
