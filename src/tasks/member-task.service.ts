import { Injectable } from '@nestjs/common';
import type { EventDeclaration } from '../platform/events/event.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toMemberTask, type CreateMemberTaskRequest, type MemberTask } from './member-task.dto.js';
import { MEMBER_TASK_MOVES, type MemberTaskEntity, type MemberTaskStatus } from './member-task.entity.js';
import {
  memberTaskArchived,
  memberTaskCompleted,
  memberTaskCreated,
  memberTaskPublished,
  type MemberTaskMoved,
} from './member-task.operations.js';
import { MemberTaskRepository } from './member-task.repository.js';

@Injectable()
export class MemberTaskService {
  constructor(private readonly tasks: MemberTaskRepository) {}

  create(uow: UnitOfWork, enrollmentId: string, request: CreateMemberTaskRequest): Promise<MemberTask> {
    const task = {
      id: uow.newId(),
      enrollmentId,
      title: request.title,
      description: request.description ?? null,
      dueAt: request.dueAt ?? null,
      status: 'draft',
      publishedAt: null,
      completedAt: null,
      archivedAt: null,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
      updatedAt: uow.now,
    } satisfies Omit<MemberTaskEntity, 'organizationId'>;
    this.tasks.add(uow, task);
    const { id, title } = task;
    const dueAt = task.dueAt?.toISOString() ?? null;
    uow.record(memberTaskCreated, {
      targetId: id,
      changes: { enrollmentId, title, dueAt },
      data: { memberTaskId: id, enrollmentId, title, dueAt },
    });
    return Promise.resolve(toMemberTask(task));
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<MemberTask>> {
    return this.tasks.list(scope, enrollmentId, query, toMemberTask);
  }

  async get(scope: Scope, id: string): Promise<MemberTask> {
    return toMemberTask(await this.tasks.get(scope, id));
  }

  publish(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'published', { publishedAt: uow.now }, memberTaskPublished);
  }

  complete(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'completed', { completedAt: uow.now }, memberTaskCompleted);
  }

  archive(uow: UnitOfWork, id: string): Promise<MemberTask> {
    return this.move(uow, id, 'archived', { archivedAt: uow.now }, memberTaskArchived);
  }

  private async move(
    uow: UnitOfWork,
    id: string,
    to: MemberTaskStatus,
    moment: Partial<Pick<MemberTaskEntity, 'publishedAt' | 'completedAt' | 'archivedAt'>>,
    event: EventDeclaration<MemberTaskMoved>,
  ): Promise<MemberTask> {
    const task = await this.tasks.getForUpdate(uow, id);
    checkMove('task', MEMBER_TASK_MOVES, task.status, to);
    const change = { status: to, ...moment, updatedAt: uow.now };
    this.tasks.update(uow, id, change);
    uow.record(event, {
      targetId: id,
      changes: { status: { from: task.status, to } },
      data: { memberTaskId: id, enrollmentId: task.enrollmentId },
    });
    return toMemberTask({ ...task, ...change });
  }
}
