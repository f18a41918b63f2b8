import { Controller } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { Scope } from '../platform/persistence/scope.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { MemberTask } from './member-task.dto.js';
import {
  archiveMemberTask,
  completeMemberTask,
  createMemberTask,
  getMemberTask,
  listMemberTasks,
  publishMemberTask,
} from './member-task.operations.js';
import { MemberTaskService } from './member-task.service.js';

@Controller()
export class MemberTaskController {
  constructor(private readonly tasks: MemberTaskService) {}

  @Operation(createMemberTask)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createMemberTask>): Promise<MemberTask> {
    return this.tasks.create(uow, params.enrollmentId, body);
  }

  @Operation(listMemberTasks)
  list(scope: Scope, { params, query }: InputOf<typeof listMemberTasks>): Promise<Page<MemberTask>> {
    return this.tasks.list(scope, params.enrollmentId, query);
  }

  @Operation(getMemberTask)
  get(scope: Scope, { params }: InputOf<typeof getMemberTask>): Promise<MemberTask> {
    return this.tasks.get(scope, params.memberTaskId);
  }

  @Operation(publishMemberTask)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishMemberTask>): Promise<MemberTask> {
    return this.tasks.publish(uow, params.memberTaskId);
  }

  @Operation(completeMemberTask)
  complete(uow: UnitOfWork, { params }: InputOf<typeof completeMemberTask>): Promise<MemberTask> {
    return this.tasks.complete(uow, params.memberTaskId);
  }

  @Operation(archiveMemberTask)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveMemberTask>): Promise<MemberTask> {
    return this.tasks.archive(uow, params.memberTaskId);
  }
}
