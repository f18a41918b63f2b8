import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/persistence/scope.js';
import { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { Intervention, WorkQueueItem } from './intervention.dto.js';
import {
  closeIntervention,
  getIntervention,
  listInterventions,
  listWorkQueue,
  planIntervention,
} from './intervention.operations.js';
import { InterventionService } from './intervention.service.js';

@Controller()
export class InterventionController {
  constructor(private readonly interventions: InterventionService) {}

  @Operation(planIntervention)
  plan(uow: UnitOfWork, { params, body }: InputOf<typeof planIntervention>): Promise<Intervention> {
    return this.interventions.plan(uow, params.enrollmentId, body);
  }

  @Operation(listInterventions)
  list(scope: Scope, { params, query }: InputOf<typeof listInterventions>): Promise<Page<Intervention>> {
    return this.interventions.list(scope, params.enrollmentId, query);
  }

  @Operation(getIntervention)
  get(scope: Scope, { params }: InputOf<typeof getIntervention>): Promise<Intervention> {
    return this.interventions.get(scope, params.interventionId);
  }

  @Operation(listWorkQueue)
  workQueue(scope: Scope, { query }: InputOf<typeof listWorkQueue>): Promise<Page<WorkQueueItem>> {
    return this.interventions.workQueue(scope, query);
  }

  @Operation(closeIntervention)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeIntervention>): Promise<Intervention> {
    return this.interventions.close(uow, params.interventionId, body);
  }
}
