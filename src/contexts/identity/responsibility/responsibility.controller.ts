import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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
  list(scope: Scope, { query }: InputOf<typeof listResponsibilities>) {
    return this.responsibilities.list(scope, query);
  }

  @Operation(assignResponsibility)
  assign(uow: UnitOfWork, { body }: InputOf<typeof assignResponsibility>) {
    return this.responsibilities.assign(uow, body);
  }

  @Operation(endResponsibility)
  end(uow: UnitOfWork, { params }: InputOf<typeof endResponsibility>) {
    return this.responsibilities.end(uow, params.responsibilityId);
  }

  @Operation(bulkAssignCoach)
  assignCoach(uow: UnitOfWork, { params, body }: InputOf<typeof bulkAssignCoach>) {
    return this.responsibilities.assignCoach(uow, params.cohortId, body);
  }
}
