import { controllerOf } from '#kernel/operations';
import { CohortTaskCopyService } from './cohort-task-copy.service.js';
import { CohortTaskUpdateService } from './cohort-task-update.service.js';
import {
  archiveCohortTask,
  assignCohortTask,
  copyCohortTasks,
  createCohortTask,
  getCohortTask,
  listCohortTaskMembers,
  listCohortTasks,
  publishCohortTask,
  updateCohortTask,
} from './cohort-task.operations.js';
import { CohortTaskService } from './cohort-task.service.js';

export class CohortTaskController extends controllerOf(CohortTaskService, {
  create: createCohortTask,
  list: listCohortTasks,
  get: getCohortTask,
  publish: publishCohortTask,
  assign: assignCohortTask,
  archive: archiveCohortTask,
  listMembers: listCohortTaskMembers,
}) {}

export class CohortTaskUpdateController extends controllerOf(CohortTaskUpdateService, { update: updateCohortTask }) {}

export class CohortTaskCopyController extends controllerOf(CohortTaskCopyService, { copy: copyCohortTasks }) {}
