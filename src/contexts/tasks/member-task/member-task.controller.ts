import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { MemberTask } from './member-task.dto.js';
import {
  archiveMemberTask,
  completeMemberTask,
  createMemberTask,
  getMemberTask,
  listMemberTasks,
  publishMemberTask,
  reopenMemberTask,
  updateMemberTask,
} from './member-task.operations.js';
import { MemberTaskService } from './member-task.service.js';

@Controller()
export class MemberTaskController {
  constructor(private readonly tasks: MemberTaskService) {}

  @Operation(createMemberTask)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createMemberTask>): MemberTask {
    return this.tasks.create(uow, params.enrollmentId, body);
  }

  @Operation(listMemberTasks)
  list(scope: Scope, { params, query }: InputOf<typeof listMemberTasks>) {
    return this.tasks.list(scope, params.enrollmentId, query);
  }

  @Operation(getMemberTask)
  get(scope: Scope, { params }: InputOf<typeof getMemberTask>) {
    return this.tasks.get(scope, params.memberTaskId);
  }

  @Operation(updateMemberTask)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateMemberTask>) {
    return this.tasks.update(uow, params.memberTaskId, body);
  }

  @Operation(publishMemberTask)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishMemberTask>) {
    return this.tasks.publish(uow, params.memberTaskId);
  }

  @Operation(completeMemberTask)
  complete(uow: UnitOfWork, { params }: InputOf<typeof completeMemberTask>) {
    return this.tasks.complete(uow, params.memberTaskId);
  }

  @Operation(reopenMemberTask)
  reopen(uow: UnitOfWork, { params, body }: InputOf<typeof reopenMemberTask>) {
    return this.tasks.reopen(uow, params.memberTaskId, body.reason);
  }

  @Operation(archiveMemberTask)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveMemberTask>) {
    return this.tasks.archive(uow, params.memberTaskId);
  }
}
