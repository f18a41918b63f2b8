import { Injectable } from '@nestjs/common';
import { sentFields } from '#kernel/fields';
import type { UnitOfWork } from '#kernel/work';
import { fieldChanges } from '#kernel/persistence';
import { MAX_FURTHER_EVENTS } from '#kernel/trail';
import { MemberTaskEntity } from '../member-task/member-task.entity.js';
import { updateMemberTask } from '../member-task/member-task.operations.js';
import { dueFor, requireStartDate } from './cohort-task-assignment.js';
import { toDeadlineColumns } from './cohort-task-deadline.js';
import type { CohortTask, UpdateCohortTaskRequest } from './cohort-task.dto.js';
import { COHORT_TASK, CohortTaskEntity } from './cohort-task.entity.js';
import { updateCohortTask, tooManyToChange } from './cohort-task.operations.js';
import {
  applyChanges,
  listEnrolledAt,
  lockGiven,
  type GivenTask,
  type LockedCohort,
} from './cohort-task.repository.js';
import { CohortTaskService, requireDefiner, toTemplate } from './cohort-task.service.js';

/** Changes a cohort task and the open member tasks that were made from it. */
@Injectable()
export class CohortTaskUpdateService {
  constructor(private readonly cohortTasks: CohortTaskService) {}

  async update(uow: UnitOfWork, id: string, request: UpdateCohortTaskRequest): Promise<CohortTask> {
    const { deadline, deliverable, ...plain } = request;
    if (deliverable !== undefined) requireDefiner(uow);
    const template = deliverable === undefined ? {} : { deliverable: toTemplate(uow, deliverable) };
    const { task, cohort } = await this.cohortTasks.lock(uow, id);
    COHORT_TASK.require(task, 'draft', 'published');
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.cohortTasks.counted(uow, task);
    }
    if (request.newEnrollments === true && !task.newEnrollments) {
      await this.cohortTasks.checkLimits(uow, task.cohortId, { tasks: 0, forNew: 1 });
    }
    const change = { ...sentFields(plain), ...template, ...(deadline ? toDeadlineColumns(deadline) : {}) };
    const updated = uow.change(CohortTaskEntity, task, change);
    const { changed, kept } = await this.apply(uow, task, updated, cohort, deadline !== undefined);
    uow.record(updateCohortTask.event, { ...updated, fields, changed, kept }, { changed, kept });
    return this.cohortTasks.counted(uow, updated);
  }

  /** Changes the draft and published member tasks, each of which leaves what its own correction would leave. */
  private async apply(
    uow: UnitOfWork,
    before: CohortTaskEntity,
    after: CohortTaskEntity,
    cohort: LockedCohort,
    withDeadline: boolean,
  ): Promise<{ changed: number; kept: number }> {
    if (before.status !== 'published') return { changed: 0, kept: 0 };
    if (withDeadline) requireStartDate(after, cohort);
    const memberTasks = await uow.query(lockGiven, { task: before.id });
    const enrolledAt = withDeadline ? await enrolledAtOf(uow, memberTasks) : undefined;
    let kept = 0;
    const changes = memberTasks.map((task) => {
      const planned = enrolledAt ? dueFor(after, cohort, beginningOf(task, enrolledAt)) : task.plannedDueAt;
      const isOwn = !sameInstant(task.dueAt, task.plannedDueAt);
      const dueAt = withDeadline ? (isOwn ? later(task.dueAt, planned) : planned) : task.dueAt;
      if (withDeadline && isOwn && sameInstant(dueAt, task.dueAt)) kept += 1;
      return {
        from: task,
        to: {
          id: task.id,
          title: task.title === before.title ? after.title : task.title,
          description: task.description === before.description ? after.description : task.description,
          dueAt,
          plannedDueAt: planned,
        },
      };
    });
    let changed = 0;
    const moved = changes.flatMap(({ from, to }) => {
      const isVisible = recordChange(uow, from, to);
      if (isVisible) changed += 1;
      if (!isVisible && sameInstant(from.plannedDueAt, to.plannedDueAt)) return [];
      return [{ ...to, updatedAt: isVisible ? uow.now : from.updatedAt }];
    });
    if (changed > MAX_FURTHER_EVENTS) throw tooManyToChange.error();
    if (moved.length > 0) uow.queue(applyChanges, { changes: moved });
    return { changed, kept };
  }
}

/** When the enrollments of the tasks began, by their ids. */
async function enrolledAtOf(uow: UnitOfWork, tasks: readonly GivenTask[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await uow.query(listEnrolledAt, { ids: tasks.map(({ enrollmentId }) => enrollmentId) });
  return new Map(rows.map(({ id, enrolledAt }) => [id, enrolledAt]));
}

/** When the enrollment of a task began, and whether it gave the task. */
function beginningOf({ enrollmentId, createdAt }: GivenTask, enrolledAt: ReadonlyMap<string, Date>) {
  const began = enrolledAt.get(enrollmentId);
  if (!began) throw new Error(`the enrollment ${enrollmentId} of a task is missing`);
  return { enrolledAt: began, isArrival: sameInstant(createdAt, began) };
}

type Changed = Pick<GivenTask, 'title' | 'description' | 'dueAt'>;

/** Returns whether anything that a client sees has changed. */
function recordChange(uow: UnitOfWork, from: GivenTask, { title, description, dueAt }: Changed): boolean {
  const changes = fieldChanges(MemberTaskEntity, from, { title, description, dueAt });
  const fields = Object.keys(changes);
  if (fields.length === 0) return false;
  uow.recordAlso(updateMemberTask, { ...from, dueAt, fields }, changes);
  return true;
}

function sameInstant(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}

/** The later of two deadlines; having none is later than any. */
function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}
