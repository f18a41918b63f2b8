import { Injectable } from '@nestjs/common';
import type { Page, PageQuery } from '#kernel/lists';
import { wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { checkMove } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { type NewRow, REDACTED } from '#kernel/persistence';
import type { EventDeclaration } from '#kernel/events';
import { MemberTask, type CreateMemberTaskRequest, type UpdateMemberTaskRequest } from './member-task.dto.js';
import { MemberTaskReopeningEntity } from './member-task-reopening.entity.js';
import { MEMBER_TASK_MOVES, MemberTaskEntity, type MemberTaskStatus } from './member-task.entity.js';
import {
  archiveMemberTask,
  completeMemberTask,
  createMemberTask,
  publishMemberTask,
  reopenMemberTask,
  updateMemberTask,
  type MemberTaskMoved,
} from './member-task.operations.js';
import { taskTables } from '../tasks.tables.js';

const listTasks = taskTables.list('list_member_tasks', { rows: MemberTaskEntity, of: ['enrollmentId'] });

@Injectable()
export class MemberTaskService {
  create(uow: UnitOfWork, enrollmentId: string, request: CreateMemberTaskRequest): MemberTask {
    const task = uow.insert(MemberTaskEntity, { enrollmentId, ...request, status: 'draft' });
    uow.record(createMemberTask.event, creationRecord(task));
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
    if (task.status === 'completed' || task.status === 'archived') throw wrongStatus('task', task.status);
    const dataOfUpdate = (updated: MemberTaskEntity) => ({
      ...dataOf(updated),
      dueAt: updated.dueAt?.toISOString() ?? null,
    });
    return toMemberTask(uow.patch(MemberTaskEntity, task, request, updateMemberTask.event, dataOfUpdate));
  }

  publish(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'published', { publishedAt: uow.now }, publishMemberTask.event, ({ cohortTaskId }) => ({
      cohortTaskId,
    }));
  }

  complete(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'completed', { completedAt: uow.now }, completeMemberTask.event);
  }

  async reopen(uow: UnitOfWork, id: string, reason?: string | null): Promise<MemberTask> {
    const task = await uow.getForUpdate(MemberTaskEntity, id);
    if (task.status !== 'completed')
      throw wrongStatus('task', task.status, `The task is ${task.status} and can not be reopened.`);
    const changes = reason ? { reason: { from: null, to: REDACTED } } : {};
    uow.record(reopenMemberTask.event, { targetId: id, changes, data: dataOf(task) });
    const { enrollmentId, completedAt } = task;
    const reopened = { reopenedBy: uow.caller.accountId, reopenedAt: uow.now };
    uow.insert(MemberTaskReopeningEntity, { enrollmentId, memberTaskId: id, completedAt, ...reopened });
    return toMemberTask(uow.change(MemberTaskEntity, task, { status: 'published', completedAt: null }));
  }

  archive(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'archived', { archivedAt: uow.now }, archiveMemberTask.event);
  }

  private async move<Data extends MemberTaskMoved>(
    uow: UnitOfWork,
    id: string,
    to: MemberTaskStatus,
    moment: Partial<Pick<MemberTaskEntity, 'publishedAt' | 'completedAt' | 'archivedAt'>>,
    event: EventDeclaration<Data>,
    more?: (task: MemberTaskEntity) => Omit<Data, keyof MemberTaskMoved>,
  ): Promise<MemberTask> {
    const task = await uow.getForUpdate(MemberTaskEntity, id);
    checkMove('task', MEMBER_TASK_MOVES, task.status, to);
    const moved = uow.change(MemberTaskEntity, task, { status: to, ...moment });
    uow.record(event, { targetId: id, data: { ...dataOf(task), ...more?.(task) } as Data });
    return toMemberTask(moved);
  }
}

/** The record of a new task. */
export function creationRecord(task: NewRow<MemberTaskEntity>) {
  const { id, enrollmentId, cohortTaskId, title } = task;
  const dueAt = task.dueAt?.toISOString() ?? null;
  return {
    targetId: id,
    changes: { enrollmentId, title, dueAt },
    data: { ...dataOf(task), cohortTaskId, title, dueAt },
  };
}

function dataOf({ id, enrollmentId }: NewRow<MemberTaskEntity>): MemberTaskMoved {
  return { memberTaskId: id, enrollmentId };
}

function toMemberTask(task: NewRow<MemberTaskEntity>): MemberTask {
  return toResource(MemberTask, task);
}
