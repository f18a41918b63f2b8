import { controllerOf } from '#kernel/operations';
import {
  archiveDeliverable,
  createDeliverable,
  getDeliverable,
  listDeliverables,
  updateDeliverable,
} from './deliverable.operations.js';
import { DeliverableService } from './deliverable.service.js';

export class DeliverableController extends controllerOf(DeliverableService, {
  create: createDeliverable,
  list: listDeliverables,
  get: getDeliverable,
  update: updateDeliverable,
  archive: archiveDeliverable,
}) {}
