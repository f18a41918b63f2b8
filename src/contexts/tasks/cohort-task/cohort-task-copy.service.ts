import { Injectable } from '@nestjs/common';
import { instantOf, wallClock } from '#kernel/clock';
import { invalidField } from '#kernel/errors';
import { INSTANT_RANGE, isInstantInRange } from '#kernel/fields';
import type { UnitOfWork } from '#kernel/work';
import { taskTables } from '../tasks.tables.js';
import { toCohortTask, type CopiedCohortTasks, type CopyCohortTasksRequest } from './cohort-task.dto.js';
import { CohortTaskEntity } from './cohort-task.entity.js';
import { CREATED, createCohortTask } from './cohort-task.operations.js';
import { CohortTaskRepository, type LockedCohort } from './cohort-task.repository.js';
import { CohortTaskService, NO_COUNTS, requireDefiner } from './cohort-task.service.js';

const listToCopy = taskTables
  .statement(
    'list_cohort_tasks_to_copy',
    { cohort: 'uuid' },
    `select id from cohort_tasks
     where organization_id = :organization and cohort_id = :cohort and status <> 'archived' order by id`,
  )
  .returning<{ id: string }>();

/** Copies the tasks of one cohort to another, as drafts. */
@Injectable()
export class CohortTaskCopyService {
  constructor(
    private readonly tasks: CohortTaskRepository,
    private readonly cohortTasks: CohortTaskService,
  ) {}

  async copy(uow: UnitOfWork, cohortId: string, request: CopyCohortTasksRequest): Promise<CopiedCohortTasks> {
    const { fromCohortId } = request;
    // Both at once, in order of their ids.
    const from = (await this.tasks.lockCohorts(uow, [cohortId, fromCohortId])).get(fromCohortId);
    const to = await this.cohortTasks.lockOpenCohort(uow, cohortId);
    if (!from) throw invalidField('fromCohortId', 'must be a cohort of the organization');
    const originals = await this.originals(uow, request);
    if (originals.some(({ deliverable }) => deliverable !== null)) requireDefiner(uow);
    const dueAtOf = shifting(from, to);
    const forNew = originals.filter(({ newEnrollments }) => newEnrollments).length;
    await this.cohortTasks.checkLimits(uow, cohortId, { tasks: originals.length, forNew });
    const copies = uow.insertAll(
      CohortTaskEntity,
      originals.map((original) => {
        const { title, description, deadlineKind, deadlineDays, deadlineTime, deliverable, newEnrollments } = original;
        return {
          ...{ cohortId, title, description, deadlineKind, deadlineDays, deadlineTime, deliverable, newEnrollments },
          graceDays: original.graceDays,
          dueAt: original.dueAt && dueAtOf(original.dueAt),
          status: 'draft' as const,
        };
      }),
    );
    for (const copy of copies) uow.recordAlso(createCohortTask, copy, CREATED);
    uow.recordWithoutEvent(cohortId, { fromCohortId, copied: copies.length });
    return { created: copies.map((copy) => toCohortTask(copy, NO_COUNTS)) };
  }

  /** The tasks to copy, oldest first. Throws 400 for an id that is none of the cohort's tasks. */
  private async originals(
    uow: UnitOfWork,
    { fromCohortId, cohortTaskIds }: CopyCohortTasksRequest,
  ): Promise<CohortTaskEntity[]> {
    const listed = (await uow.query(listToCopy, { cohort: fromCohortId })).map(({ id }) => id);
    const ids = cohortTaskIds ?? listed;
    if (!ids.every((id) => listed.includes(id))) {
      throw invalidField('cohortTaskIds', 'must be tasks of the cohort fromCohortId that are not archived');
    }
    return uow.getAllForUpdate(CohortTaskEntity, ids);
  }
}

/** Shifts an instant by the calendar days between the start dates. Throws 400 where one is missing. */
function shifting(from: LockedCohort, to: LockedCohort): (dueAt: Date) => Date {
  return (dueAt) => {
    if (from.startDate === null || to.startDate === null) {
      throw invalidField('fromCohortId', 'must be a cohort with a start date, and so must the other cohort');
    }
    const distance = Date.parse(to.startDate) - Date.parse(from.startDate);
    const shifted = instantOf(wallClock(dueAt, from.timezone) + distance, to.timezone);
    if (isInstantInRange(shifted)) return shifted;
    throw invalidField('fromCohortId', `must be a cohort whose deadlines stay within ${INSTANT_RANGE}`);
  };
}
