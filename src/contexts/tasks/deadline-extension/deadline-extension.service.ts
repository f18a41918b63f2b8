import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  EnrollmentObservers,
  type EnrollmentObserver,
  type Resumption,
} from '#contexts/enrollments/enrollments.public.js';
import { addCalendarDays, calendarDaysBetween } from '#kernel/clock';
import { invalidField, wrongStatus } from '#kernel/errors';
import { INSTANT_RANGE, isInstantInRange, toResources } from '#kernel/fields';
import { groupedBy, idsOf, type Page, type PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { MemberTaskEntity } from '../member-task/member-task.entity.js';
import {
  type DeadlineExtension,
  EXTENSIONS,
  ExtendedTask,
  MAX_TASKS,
  type ExtendDeadlinesRequest,
} from './deadline-extension.dto.js';
import { DeadlineExtensionEntity, DeadlineExtensionTaskEntity } from './deadline-extension.entity.js';
import { extendDeadlines, noDeadline } from './deadline-extension.operations.js';
import {
  listExtendedTasks,
  listOpenDeadlines,
  lockEnrollment,
  moveDeadlines,
  type ExtendedEnrollment,
} from './deadline-extension.repository.js';
import { taskTables } from '../tasks.tables.js';

/** The grant of an extension, and the field of the request that a refusal names. */
type Grant = Pick<ExtendDeadlinesRequest, 'scope' | 'days' | 'dueAt' | 'reason'> & { field: string };

/** A draft or published task with a deadline. */
type DueTask = MemberTaskEntity & { dueAt: Date };

const OPEN = ['pending', 'active', 'paused'];
const toExtendedTasks = toResources(ExtendedTask);

const listExtensions = taskTables.list('list_deadline_extensions', {
  rows: DeadlineExtensionEntity,
  of: ['enrollmentId'],
});

@Injectable()
export class DeadlineExtensionService implements EnrollmentObserver, OnModuleInit {
  constructor(private readonly observers: EnrollmentObservers) {}

  onModuleInit(): void {
    this.observers.register(this, 'tasks');
  }

  async extend(uow: UnitOfWork, enrollmentId: string, request: ExtendDeadlinesRequest): Promise<DeadlineExtension> {
    if (request.dueAt && request.dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    const [enrollment] = await uow.query(lockEnrollment, { id: enrollmentId });
    if (!OPEN.includes(enrollment.status)) throw wrongStatus('enrollment', enrollment.status);
    const tasks = await this.lockTasks(uow, enrollmentId, request.memberTaskIds ?? null);
    checkTasks(request, tasks);
    const { extension, record } = this.grant(uow, enrollment, tasks, { ...request, field: 'days' });
    uow.record(extendDeadlines.event, record);
    const [granted] = await this.describe(uow, [extension]);
    return granted;
  }

  list(scope: Scope, enrollmentId: string, query: PageQuery): Promise<Page<DeadlineExtension>> {
    return scope.list(listExtensions, { ...query, enrollmentId }, (rows) => this.describe(scope, rows));
  }

  /** Shifts all deadlines by the calendar days of the pause. Without such days or tasks there is no extension. */
  async resumed(uow: UnitOfWork, { enrollment, pausedAt, shiftDeadlines }: Resumption): Promise<string | null> {
    if (!shiftDeadlines || pausedAt === null) return null;
    const [paused] = await uow.query(lockEnrollment, { id: enrollment.id });
    const days = calendarDaysBetween(pausedAt, uow.now, paused.timezone);
    if (days < 1) return null;
    const tasks = await this.lockTasks(uow, enrollment.id, null);
    if (tasks.length === 0) return null;
    if (tasks.length > MAX_TASKS) throw invalidField('shiftDeadlines', `must not move more than ${MAX_TASKS} tasks`);
    const shift = { scope: 'all', days, reason: 'Paused', field: 'shiftDeadlines' } as const;
    const { extension, record } = this.grant(uow, paused, tasks, shift);
    uow.recordAlso(extendDeadlines, record);
    return extension.id;
  }

  /** The tasks that may be extended, among `ids` if given, locked in the order of their ids. */
  private async lockTasks(uow: UnitOfWork, enrollmentId: string, ids: readonly string[] | null): Promise<DueTask[]> {
    const found = await uow.query(listOpenDeadlines, { enrollment: enrollmentId, ids });
    const locked = await uow.getAllForUpdate(MemberTaskEntity, idsOf(found));
    return locked.filter((task): task is DueTask => mayBeExtended(task));
  }

  /** Writes the extension and moves the deadlines. Returns what is to be recorded. */
  private grant(
    uow: UnitOfWork,
    { id: enrollmentId, cohortId, memberId, timezone }: ExtendedEnrollment,
    tasks: readonly DueTask[],
    { scope, days = null, dueAt, reason, field }: Grant,
  ) {
    const moves = tasks.map(({ id, title, status, dueAt: from }) => {
      const to = dueAt ?? addCalendarDays(from, days ?? 0, timezone);
      if (!isInstantInRange(to)) throw invalidField(field, `must not move a deadline out of ${INSTANT_RANGE}`);
      return { memberTaskId: id, title, from, to, overdue: status === 'published' && to < uow.now };
    });
    const granted = { grantedBy: uow.caller.accountId, grantedAt: uow.now };
    const extension = uow.insert(DeadlineExtensionEntity, { enrollmentId, scope, days, reason, ...granted });
    const deadlineExtensionId = extension.id;
    uow.insertAll(
      DeadlineExtensionTaskEntity,
      moves.map(({ from: fromDueAt, to: toDueAt, ...move }) => ({ deadlineExtensionId, fromDueAt, toDueAt, ...move })),
    );
    uow.queue(moveDeadlines, { extension: deadlineExtensionId, at: uow.now });
    const memberTasks = moves.map(({ memberTaskId, from, to }) => ({ memberTaskId, from, to }));
    const record = {
      targetId: deadlineExtensionId,
      changes: { enrollmentId, scope, days, memberTasks },
      data: {
        deadlineExtensionId,
        enrollmentId,
        cohortId,
        memberId,
        memberTaskIds: moves.map(({ memberTaskId }) => memberTaskId),
      },
    };
    return { extension, record };
  }

  /** The resources of extensions; the number of statements does not depend on their number. */
  private async describe(
    scope: Scope,
    extensions: readonly NewRow<DeadlineExtensionEntity>[],
  ): Promise<DeadlineExtension[]> {
    const tasks = groupedBy(
      await scope.query(listExtendedTasks, { extensions: idsOf(extensions) }),
      ({ extension }) => extension,
    );
    return EXTENSIONS.all(
      scope,
      extensions.map((extension) => ({ ...extension, tasks: toExtendedTasks(tasks.get(extension.id) ?? []) })),
    );
  }
}

function mayBeExtended({ status, dueAt }: MemberTaskEntity): boolean {
  return (status === 'draft' || status === 'published') && dueAt !== null;
}

function checkTasks({ memberTaskIds, dueAt }: ExtendDeadlinesRequest, tasks: readonly DueTask[]): void {
  if (memberTaskIds) {
    const found = new Set(tasks.map(({ id }) => id));
    const refused = memberTaskIds.flatMap((id, index) => (found.has(id) ? [] : [index]));
    if (refused.length > 0) {
      const issue = 'must be draft or published tasks of the enrollment with a deadline; not so: item';
      throw invalidField('memberTaskIds', `${issue} ${refused.join(', ')}`);
    }
  } else if (tasks.length === 0) throw noDeadline.error();
  else if (tasks.length > MAX_TASKS) {
    throw invalidField('scope', `must be tasks: the enrollment has more than ${MAX_TASKS} tasks with a deadline`);
  }
  if (dueAt && dueAt <= tasks[0].dueAt) throw invalidField('dueAt', 'must be after the present deadline');
}
