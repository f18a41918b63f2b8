import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  assignProspect,
  closeProspect,
  createProspect,
  getProspect,
  listProspects,
  updateProspect,
} from './prospect.operations.js';
import { ProspectService } from './prospect.service.js';

@Controller()
export class ProspectController {
  constructor(private readonly prospects: ProspectService) {}

  @Operation(createProspect)
  create(uow: UnitOfWork, { body }: InputOf<typeof createProspect>) {
    return this.prospects.create(uow, body);
  }

  @Operation(listProspects)
  list(scope: Scope, { query }: InputOf<typeof listProspects>) {
    return this.prospects.list(scope, query);
  }

  @Operation(getProspect)
  get(scope: Scope, { params }: InputOf<typeof getProspect>) {
    return this.prospects.get(scope, params.prospectId);
  }

  @Operation(updateProspect)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateProspect>) {
    return this.prospects.update(uow, params.prospectId, body);
  }

  @Operation(assignProspect)
  assign(uow: UnitOfWork, { params, body }: InputOf<typeof assignProspect>) {
    return this.prospects.assign(uow, params.prospectId, body.assignTo);
  }

  @Operation(closeProspect)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeProspect>) {
    return this.prospects.close(uow, params.prospectId, body.reason);
  }
}
