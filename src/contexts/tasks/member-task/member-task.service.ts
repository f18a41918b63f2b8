import { Injectable } from '@nestjs/common';
import type { Page, PageQuery } from '#kernel/lists';
import { toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { type NewRow, REDACTED } from '#kernel/persistence';
import { MemberTask, type CreateMemberTaskRequest, type UpdateMemberTaskRequest } from './member-task.dto.js';
import { MemberTaskReopeningEntity } from './member-task-reopening.entity.js';
import { MEMBER_TASK, MemberTaskEntity } from './member-task.entity.js';
import {
  archiveMemberTask,
  completeMemberTask,
  CREATED,
  createMemberTask,
  publishMemberTask,
  reopenMemberTask,
  updateMemberTask,
} from './member-task.operations.js';
import { taskTables } from '../tasks.tables.js';

const listTasks = taskTables.list('list_member_tasks', { rows: MemberTaskEntity, of: ['enrollmentId'] });

@Injectable()
export class MemberTaskService {
  create(uow: UnitOfWork, enrollmentId: string, request: CreateMemberTaskRequest): MemberTask {
    const task = uow.insert(MemberTaskEntity, { enrollmentId, ...request, status: 'draft' });
    uow.record(createMemberTask.event, task, CREATED);
    return toMemberTask(task);
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<MemberTask>> {
    return scope.list(listTasks, { ...query, enrollmentId }, (tasks) => tasks.map(toMemberTask));
  }

  async get(scope: Scope, id: string): Promise<MemberTask> {
    return toMemberTask(await scope.get(MemberTaskEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateMemberTaskRequest): Promise<MemberTask> {
    const task = await uow.getForUpdate(MemberTaskEntity, id);
    MEMBER_TASK.require(task, 'draft', 'published');
    return toMemberTask(uow.patch(MemberTaskEntity, task, request, updateMemberTask.event));
  }

  async publish(uow: UnitOfWork, id: string): Promise<MemberTask> {
    const { event } = publishMemberTask;
    return toMemberTask(
      await uow.move(MemberTaskEntity, id, MEMBER_TASK, 'published', event, { publishedAt: uow.now }),
    );
  }

  async complete(uow: UnitOfWork, id: string): Promise<MemberTask> {
    const { event } = completeMemberTask;
    return toMemberTask(
      await uow.move(MemberTaskEntity, id, MEMBER_TASK, 'completed', event, { completedAt: uow.now }),
    );
  }

  async reopen(uow: UnitOfWork, id: string, reason?: string | null): Promise<MemberTask> {
    const task = await uow.getForUpdate(MemberTaskEntity, id);
    MEMBER_TASK.require(task, 'completed');
    const changes = reason ? { reason: { from: null, to: REDACTED } } : {};
    uow.record(reopenMemberTask.event, task, changes);
    const { enrollmentId, completedAt } = task;
    const reopened = { reopenedBy: uow.caller.accountId, reopenedAt: uow.now };
    uow.insert(MemberTaskReopeningEntity, { enrollmentId, memberTaskId: id, completedAt, ...reopened });
    return toMemberTask(uow.change(MemberTaskEntity, task, { status: 'published', completedAt: null }));
  }

  async archive(uow: UnitOfWork, id: string): Promise<MemberTask> {
    const { event } = archiveMemberTask;
    return toMemberTask(await uow.move(MemberTaskEntity, id, MEMBER_TASK, 'archived', event, { archivedAt: uow.now }));
  }
}

function toMemberTask(task: NewRow<MemberTaskEntity>): MemberTask {
  return toResource(MemberTask, task);
}
