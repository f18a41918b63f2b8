import { cohortWithoutStart } from './cohort-task.operations.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  EnrollmentObservers,
  type EnrollingOptions,
  type EnrollmentObserver,
} from '#contexts/enrollments/enrollments.public.js';
import { fieldChanges, type NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { DeliverableEntity } from '../deliverable/deliverable.entity.js';
import { createDeliverable, DEFINED } from '../deliverable/deliverable.operations.js';
import { MemberTaskEntity } from '../member-task/member-task.entity.js';
import { CREATED, createMemberTask, publishMemberTask } from '../member-task/member-task.operations.js';
import { resolveDeadline, withGrace } from './cohort-task-deadline.js';
import { CohortTaskEntity } from './cohort-task.entity.js';
import { CohortTaskRepository, type LockedCohort } from './cohort-task.repository.js';
import { taskTables } from '../tasks.tables.js';

/** An enrollment that gets a task. */
interface Recipient {
  id: string;
  enrolledAt: Date;
}

const listForNew = taskTables
  .statement(
    'list_cohort_tasks_for_new_enrollments',
    { cohorts: 'uuid[]' },
    `select id from cohort_tasks
     where organization_id = :organization and cohort_id = any(:cohorts::uuid[]) and status = 'published'
       and new_enrollments
     order by id`,
  )
  .returning<{ id: string }>();

/** Gives cohort tasks to enrollments, as published member tasks. New enrollments get those that are meant for them. */
@Injectable()
export class CohortTaskAssignment implements EnrollmentObserver, OnModuleInit {
  constructor(
    private readonly tasks: CohortTaskRepository,
    private readonly observers: EnrollmentObservers,
  ) {}

  onModuleInit(): void {
    this.observers.register(this, 'tasks');
  }

  async enrolled(
    uow: UnitOfWork,
    enrollments: readonly { id: string; cohortId: string; enrolledAt: Date }[],
    { giveCohortTasks }: EnrollingOptions,
  ): Promise<void> {
    if (enrollments.length === 0 || !giveCohortTasks) return;
    const cohortIds = [...new Set(enrollments.map(({ cohortId }) => cohortId))];
    const found = await uow.query(listForNew, { cohorts: cohortIds });
    if (found.length === 0) return;
    const cohorts = await this.tasks.lockCohorts(uow, cohortIds);
    const ids = found.map(({ id }) => id);
    for (const task of await uow.getAllForUpdate(CohortTaskEntity, ids)) {
      const cohort = cohorts.get(task.cohortId);
      if (!cohort) continue;
      this.give(
        uow,
        task,
        cohort,
        enrollments.filter(({ cohortId }) => cohortId === task.cohortId),
        { isArrival: true },
      );
    }
  }

  give(
    uow: UnitOfWork,
    task: CohortTaskEntity,
    cohort: LockedCohort,
    recipients: readonly Recipient[],
    { isArrival = false } = {},
  ): NewRow<MemberTaskEntity>[] {
    const { id: cohortTaskId, title, description } = task;
    const memberTasks = uow.insertAll(
      MemberTaskEntity,
      recipients.map(({ id: enrollmentId, enrolledAt }) => {
        const dueAt = dueFor(task, cohort, { enrolledAt, isArrival });
        const published = { status: 'published' as const, publishedAt: uow.now };
        return { enrollmentId, cohortTaskId, title, description, dueAt, plannedDueAt: dueAt, ...published };
      }),
    );
    for (const memberTask of memberTasks) {
      const { status, publishedAt } = memberTask;
      const published = fieldChanges(MemberTaskEntity, { status: 'draft', publishedAt: null }, { status, publishedAt });
      uow.recordAlso(createMemberTask, memberTask, CREATED);
      uow.recordAlso(publishMemberTask, memberTask, published);
    }
    this.giveDeliverables(uow, task, memberTasks);
    return memberTasks;
  }

  private giveDeliverables(
    uow: UnitOfWork,
    { deliverable }: CohortTaskEntity,
    memberTasks: readonly NewRow<MemberTaskEntity>[],
  ): void {
    if (!deliverable) return;
    const deliverables = uow.insertAll(
      DeliverableEntity,
      memberTasks.map(({ id: memberTaskId }) => ({ ...deliverable, memberTaskId, status: 'active' as const })),
    );
    for (const one of deliverables) uow.recordAlso(createDeliverable, one, DEFINED);
  }
}

/** The deadline of a member task. `isArrival`: it is given by the enrollment, which may have begun before the task was published. */
export function dueFor(
  task: CohortTaskEntity,
  cohort: LockedCohort,
  { enrolledAt, isArrival }: { enrolledAt: Date; isArrival: boolean },
): Date | null {
  const due = resolveDeadline(task, cohort, enrolledAt);
  const isNew = isArrival || (task.publishedAt !== null && enrolledAt > task.publishedAt);
  return isNew ? withGrace(due, enrolledAt, task.graceDays, cohort.timezone) : due;
}

/** Throws 409 where the deadline needs a start date that the cohort lacks. */
export function requireStartDate({ deadlineKind }: Pick<CohortTaskEntity, 'deadlineKind'>, cohort: LockedCohort): void {
  if (deadlineKind === 'after_start' && cohort.startDate === null) throw cohortWithoutStart.error();
}
