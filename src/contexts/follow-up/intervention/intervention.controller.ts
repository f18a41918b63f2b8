import { controllerOf } from '#kernel/operations';
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

export class InterventionController extends controllerOf(InterventionService, {
  plan: planIntervention,
  list: listInterventions,
  get: getIntervention,
  workQueue: listWorkQueue,
  update: updateIntervention,
  close: closeIntervention,
}) {}

export class InterventionsInHandController extends controllerOf(InterventionsInHandService, {
  list: listInterventionsInHand,
}) {}

export class BulkInterventionController extends controllerOf(BulkInterventionService, {
  plan: bulkPlanInterventions,
}) {}
