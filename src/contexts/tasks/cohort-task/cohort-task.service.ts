import { Injectable } from '@nestjs/common';
import { requireOpenCohort } from '#contexts/cohorts/cohorts.public.js';
import { listOwnIds, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { isAdministrator } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import { idsOf, keyedBy, type Page } from '#kernel/lists';
import { toResources } from '#kernel/fields';
import { type BulkResult, JudgedItems, Refusal } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { fieldChanges, type NewRow } from '#kernel/persistence';
import { MAX_FURTHER_EVENTS } from '#kernel/trail';
import { toFormatValues } from '../deliverable/accepted-format.dto.js';
import type { CreateDeliverableRequest } from '../deliverable/deliverable.dto.js';
import { MemberTaskEntity } from '../member-task/member-task.entity.js';
import { archiveMemberTask } from '../member-task/member-task.operations.js';
import { CohortTaskAssignment, requireStartDate } from './cohort-task-assignment.js';
import { toDeadlineColumns } from './cohort-task-deadline.js';
import { CohortTaskMember, type CohortTaskMembersQuery } from './cohort-task-member.dto.js';
import {
  ASSIGNMENT_REFUSALS,
  CohortTaskCounts,
  MAX_COHORT_TASKS,
  MAX_FOR_NEW_ENROLLMENTS,
  toCohortTask,
  type ArchiveCohortTaskRequest,
  type AssignCohortTaskRequest,
  type CohortTask,
  type CohortTasksQuery,
  type CreateCohortTaskRequest,
  type PublishCohortTaskRequest,
} from './cohort-task.dto.js';
import { COHORT_TASK, CohortTaskEntity, type DeliverableTemplate } from './cohort-task.entity.js';
import {
  archiveCohortTask,
  CREATED,
  createCohortTask,
  publishCohortTask,
  cohortTaskLimit,
  newEnrollmentTaskLimit,
  tooManyEnrollments,
  tooManyToArchive,
} from './cohort-task.operations.js';
import { listTaskMembers } from './cohort-task-member.list.js';
import {
  CohortTaskRepository,
  countOfCohort,
  listUntouched,
  lockEnrollments,
  lockOpenEnrollments,
  type LockedCohort,
} from './cohort-task.repository.js';
import { taskTables } from '../tasks.tables.js';

const OPEN = ['pending', 'active', 'paused'];
const DEFAULT_GRACE_DAYS = 7;
export const NO_COUNTS: CohortTaskCounts = {
  total: 0,
  published: 0,
  completed: 0,
  archived: 0,
  handedIn: 0,
  accepted: 0,
  overdue: 0,
};

const listTasks = taskTables.list('list_cohort_tasks', { rows: CohortTaskEntity, of: ['cohortId'], by: ['status'] });

@Injectable()
export class CohortTaskService {
  constructor(
    private readonly tasks: CohortTaskRepository,
    private readonly assignment: CohortTaskAssignment,
  ) {}

  async create(uow: UnitOfWork, cohortId: string, request: CreateCohortTaskRequest): Promise<CohortTask> {
    const { title, description, deadline, newEnrollments = false, graceDays = DEFAULT_GRACE_DAYS } = request;
    const deliverable = toTemplate(uow, request.deliverable);
    await this.lockOpenCohort(uow, cohortId);
    await this.checkLimits(uow, cohortId, { tasks: 1, forNew: newEnrollments ? 1 : 0 });
    const task = uow.insert(CohortTaskEntity, {
      ...{ cohortId, title, description, newEnrollments, graceDays, deliverable },
      ...toDeadlineColumns(deadline),
      status: 'draft',
    });
    uow.record(createCohortTask.event, task, CREATED);
    return toCohortTask(task, NO_COUNTS);
  }

  list(scope: Scope, cohortId: string, query: CohortTasksQuery): Promise<Page<CohortTask>> {
    return scope.list(listTasks, { ...query, cohortId }, async (tasks) => {
      const counts = await this.tasks.count(scope, idsOf(tasks));
      return tasks.map((task) => toCohortTask(task, counts.get(task.id) ?? NO_COUNTS));
    });
  }

  async get(scope: Scope, id: string): Promise<CohortTask> {
    return this.counted(scope, await scope.get(CohortTaskEntity, id));
  }

  listMembers(scope: Scope, id: string, query: CohortTaskMembersQuery): Promise<Page<CohortTaskMember>> {
    const narrowed = { ...query, task: id, now: scope.now, ...reachValues(scope.caller) };
    return scope.list(listTaskMembers, narrowed, toResources(CohortTaskMember));
  }

  async publish(uow: UnitOfWork, id: string, { assignTo = 'open' }: PublishCohortTaskRequest): Promise<CohortTask> {
    const { task, cohort } = await this.lock(uow, id, { open: true });
    COHORT_TASK.checkMove(task.status, 'published');
    requireStartDate(task, cohort);
    const published = uow.change(CohortTaskEntity, task, { status: 'published', publishedAt: uow.now });
    const recipients = assignTo === 'none' ? [] : await uow.query(lockOpenEnrollments, { cohort: task.cohortId });
    if (recipients.length * (task.deliverable ? 3 : 2) > MAX_FURTHER_EVENTS) throw tooManyEnrollments.error();
    const assigned = this.assignment.give(uow, published, cohort, recipients).length;
    uow.record(publishCohortTask.event, { ...published, assigned }, { assigned });
    return this.counted(uow, published);
  }

  async assign(uow: UnitOfWork, id: string, request: AssignCohortTaskRequest): Promise<BulkResult> {
    const { task, cohort } = await this.lock(uow, id, { open: true });
    COHORT_TASK.require(task, 'published');
    requireStartDate(task, cohort);
    const ids = request.items.map(({ enrollmentId }) => enrollmentId);
    const locked = await uow.query(lockEnrollments, { cohort: task.cohortId, ids });
    const enrollments = keyedBy(locked, (enrollment) => enrollment.id);
    const assigned = await this.tasks.listAssigned(uow, id, ids);
    const own = await listOwnIds(uow, ids);
    const judged = JudgedItems.of(request, ASSIGNMENT_REFUSALS, ({ enrollmentId }) => {
      const enrollment = enrollments.get(enrollmentId);
      if (!enrollment) return new Refusal('not_found');
      if (own.has(enrollmentId)) return new Refusal('own_enrollment');
      if (assigned.has(enrollmentId)) return new Refusal('already_assigned', assigned.get(enrollmentId));
      return OPEN.includes(enrollment.status) ? enrollment : new Refusal('not_open');
    });
    const memberTasks = this.assignment.give(uow, task, cohort, judged.accepted);
    uow.recordWithoutEvent(id, judged.counts);
    return judged.result(memberTasks.map((memberTask) => memberTask.id));
  }

  async archive(uow: UnitOfWork, id: string, request: ArchiveCohortTaskRequest): Promise<CohortTask> {
    const { task } = await this.lock(uow, id);
    COHORT_TASK.checkMove(task.status, 'archived');
    const archived = uow.change(CohortTaskEntity, task, { status: 'archived', archivedAt: uow.now });
    const memberTasks = request.memberTasks === 'keep' ? [] : await this.lockUntouched(uow, id);
    if (memberTasks.length > MAX_FURTHER_EVENTS) throw tooManyToArchive.error();
    const change = { status: 'archived' as const, archivedAt: uow.now };
    uow.changeAll(MemberTaskEntity, memberTasks, change);
    for (const memberTask of memberTasks) {
      uow.recordAlso(archiveMemberTask, memberTask, fieldChanges(MemberTaskEntity, memberTask, change));
    }
    const memberTasksArchived = memberTasks.length;
    uow.record(archiveCohortTask.event, { ...archived, memberTasksArchived }, { memberTasksArchived });
    return this.counted(uow, archived);
  }

  /** Locks the task's cohort, then the task. Throws 404, or 409 for a closed cohort that must be open. */
  async lock(
    uow: UnitOfWork,
    id: string,
    { open = false } = {},
  ): Promise<{ task: CohortTaskEntity; cohort: LockedCohort }> {
    const { cohortId } = await uow.get(CohortTaskEntity, id);
    const cohort = await this.lockCohort(uow, cohortId);
    if (open) requireOpenCohort(cohort);
    return { task: await uow.getForUpdate(CohortTaskEntity, id), cohort };
  }

  async lockOpenCohort(uow: UnitOfWork, id: string): Promise<LockedCohort> {
    const cohort = await this.lockCohort(uow, id);
    requireOpenCohort(cohort);
    return cohort;
  }

  /** Throws 409 where the cohort would have more tasks than it may have. The caller holds the cohort's lock. */
  async checkLimits(uow: UnitOfWork, cohortId: string, added: { tasks: number; forNew: number }): Promise<void> {
    const [{ kept, forNew }] = await uow.query(countOfCohort, { cohort: cohortId });
    if (kept + added.tasks > MAX_COHORT_TASKS) throw cohortTaskLimit.error();
    if (added.forNew > 0 && forNew + added.forNew > MAX_FOR_NEW_ENROLLMENTS) throw newEnrollmentTaskLimit.error();
  }

  async counted(scope: Scope, task: NewRow<CohortTaskEntity>): Promise<CohortTask> {
    return toCohortTask(task, (await this.tasks.count(scope, [task.id])).get(task.id) ?? NO_COUNTS);
  }

  /** The member tasks without a submission: looked up again under their locks, as somebody may have submitted meanwhile. */
  private async lockUntouched(uow: UnitOfWork, id: string): Promise<MemberTaskEntity[]> {
    const locked = await uow.getAllForUpdate(MemberTaskEntity, idsOf(await uow.query(listUntouched, { task: id })));
    const untouched = new Set(idsOf(await uow.query(listUntouched, { task: id })));
    return locked.filter((memberTask) => untouched.has(memberTask.id));
  }

  private async lockCohort(uow: UnitOfWork, id: string): Promise<LockedCohort> {
    const cohort = (await this.tasks.lockCohorts(uow, [id])).get(id);
    if (!cohort) throw notFound();
    return cohort;
  }
}

/** Throws 403 unless the caller may define deliverables. */
export function requireDefiner({ caller }: UnitOfWork): void {
  if (!isAdministrator(caller)) throw forbidden('Only OWNER and ADMIN define deliverables.');
}

/** Throws 403 for a deliverable of a caller who may define none. */
export function toTemplate(
  uow: UnitOfWork,
  deliverable: CreateDeliverableRequest | null | undefined,
): DeliverableTemplate | null {
  if (!deliverable) return null;
  requireDefiner(uow);
  const { title, expectations = null, criteria = null, expectedReviewerRole } = deliverable;
  return {
    title,
    expectations,
    criteria,
    expectedReviewerRole,
    acceptedFormats: toFormatValues(deliverable.acceptedFormats),
  };
}
