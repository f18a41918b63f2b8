import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  archiveDeliverable,
  createDeliverable,
  getDeliverable,
  listDeliverables,
  updateDeliverable,
} from './deliverable.operations.js';
import { DeliverableService } from './deliverable.service.js';

@Controller()
export class DeliverableController {
  constructor(private readonly deliverables: DeliverableService) {}

  @Operation(createDeliverable)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createDeliverable>) {
    return this.deliverables.create(uow, params.memberTaskId, body);
  }

  @Operation(listDeliverables)
  list(scope: Scope, { params, query }: InputOf<typeof listDeliverables>) {
    return this.deliverables.list(scope, params.memberTaskId, query);
  }

  @Operation(getDeliverable)
  get(scope: Scope, { params }: InputOf<typeof getDeliverable>) {
    return this.deliverables.get(scope, params.deliverableId);
  }

  @Operation(updateDeliverable)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateDeliverable>) {
    return this.deliverables.update(uow, params.deliverableId, body);
  }

  @Operation(archiveDeliverable)
  archive(uow: UnitOfWork, { params, body }: InputOf<typeof archiveDeliverable>) {
    return this.deliverables.archive(uow, params.deliverableId, body.reason);
  }
}
