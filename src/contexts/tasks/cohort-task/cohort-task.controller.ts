import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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

@Controller()
export class CohortTaskController {
  constructor(
    private readonly tasks: CohortTaskService,
    private readonly updates: CohortTaskUpdateService,
    private readonly copies: CohortTaskCopyService,
  ) {}

  @Operation(createCohortTask)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCohortTask>) {
    return this.tasks.create(uow, params.cohortId, body);
  }

  @Operation(listCohortTasks)
  list(scope: Scope, { params, query }: InputOf<typeof listCohortTasks>) {
    return this.tasks.list(scope, params.cohortId, query);
  }

  @Operation(getCohortTask)
  get(scope: Scope, { params }: InputOf<typeof getCohortTask>) {
    return this.tasks.get(scope, params.cohortTaskId);
  }

  @Operation(updateCohortTask)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateCohortTask>) {
    return this.updates.update(uow, params.cohortTaskId, body);
  }

  @Operation(publishCohortTask)
  publish(uow: UnitOfWork, { params, body }: InputOf<typeof publishCohortTask>) {
    return this.tasks.publish(uow, params.cohortTaskId, body);
  }

  @Operation(assignCohortTask)
  assign(uow: UnitOfWork, { params, body }: InputOf<typeof assignCohortTask>) {
    return this.tasks.assign(uow, params.cohortTaskId, body);
  }

  @Operation(archiveCohortTask)
  archive(uow: UnitOfWork, { params, body }: InputOf<typeof archiveCohortTask>) {
    return this.tasks.archive(uow, params.cohortTaskId, body);
  }

  @Operation(listCohortTaskMembers)
  listMembers(scope: Scope, { params, query }: InputOf<typeof listCohortTaskMembers>) {
    return this.tasks.listMembers(scope, params.cohortTaskId, query);
  }

  @Operation(copyCohortTasks)
  copy(uow: UnitOfWork, { params, body }: InputOf<typeof copyCohortTasks>) {
    return this.copies.copy(uow, params.cohortId, body);
  }
}
