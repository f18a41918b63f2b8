import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { BulkInterventionService } from './bulk-intervention.service.js';
import {
  bulkPlanInterventions,
  closeIntervention,
  getIntervention,
  listInterventions,
  listInterventionsInHand,
  listWorkQueue,
  planIntervention,
  updateIntervention,
} from './intervention.operations.js';
import { InterventionService } from './intervention.service.js';
import { InterventionsInHandService } from './interventions-in-hand.service.js';

@Controller()
export class InterventionController {
  constructor(
    private readonly interventions: InterventionService,
    private readonly inHand: InterventionsInHandService,
    private readonly bulk: BulkInterventionService,
  ) {}

  @Operation(planIntervention)
  plan(uow: UnitOfWork, { params, body }: InputOf<typeof planIntervention>) {
    return this.interventions.plan(uow, params.enrollmentId, body);
  }

  @Operation(listInterventions)
  list(scope: Scope, { params, query }: InputOf<typeof listInterventions>) {
    return this.interventions.list(scope, params.enrollmentId, query);
  }

  @Operation(getIntervention)
  get(scope: Scope, { params }: InputOf<typeof getIntervention>) {
    return this.interventions.get(scope, params.interventionId);
  }

  @Operation(listWorkQueue)
  workQueue(scope: Scope, { query }: InputOf<typeof listWorkQueue>) {
    return this.interventions.workQueue(scope, query);
  }

  @Operation(listInterventionsInHand)
  listInHand(scope: Scope, { query }: InputOf<typeof listInterventionsInHand>) {
    return this.inHand.list(scope, query);
  }

  @Operation(updateIntervention)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateIntervention>) {
    return this.interventions.update(uow, params.interventionId, body);
  }

  @Operation(closeIntervention)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeIntervention>) {
    return this.interventions.close(uow, params.interventionId, body);
  }

  @Operation(bulkPlanInterventions)
  planAll(uow: UnitOfWork, { params, body }: InputOf<typeof bulkPlanInterventions>) {
    return this.bulk.plan(uow, params.cohortId, body);
  }
}
