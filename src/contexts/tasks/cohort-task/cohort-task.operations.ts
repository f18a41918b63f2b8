import { MAX_FURTHER_EVENTS } from '#kernel/trail';
import { COHORT_TASK } from './cohort-task.entity.js';
import { refusal } from '#kernel/errors';
import { anyCohort, cohortClosed } from '#contexts/cohorts/cohorts.public.js';
import {
  cohortWithReachedEnrollments,
  OWN_ITEM,
  RECORDED_OF_GIVEN_TASKS,
} from '#contexts/enrollments/enrollments.public.js';
import { administratorsAndDirectors, enrollmentStaff } from '#kernel/access';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareBulk, declareWrite, existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { taskTables } from '../tasks.tables.js';
import { CohortTaskMember, CohortTaskMembersQuery } from './cohort-task-member.dto.js';
import {
  ArchiveCohortTaskRequest,
  AssignCohortTaskRequest,
  AssignCohortTaskResult,
  CohortTask,
  CohortTasksQuery,
  CopiedCohortTasks,
  CopyCohortTasksRequest,
  CreateCohortTaskRequest,
  MAX_COHORT_TASKS,
  MAX_FOR_NEW_ENROLLMENTS,
  PublishCohortTaskRequest,
  UpdateCohortTaskRequest,
} from './cohort-task.dto.js';
import { reachableCohortTask } from './cohort-task.policy.js';

export const cohortTaskLimit = refusal(
  'cohort_task_limit',
  `A cohort has at most ${MAX_COHORT_TASKS} tasks that are not archived.`,
);
export const newEnrollmentTaskLimit = refusal(
  'new_enrollment_task_limit',
  `A cohort has at most ${MAX_FOR_NEW_ENROLLMENTS} tasks for new enrollments.`,
);
export const tooManyEnrollments = refusal(
  'too_many_enrollments',
  'There are too many enrollments: publish with assignTo none, then assign the task in parts.',
);
export const tooManyToArchive = refusal(
  'too_many_to_archive',
  `More than ${MAX_FURTHER_EVENTS} member tasks would be archived. Archive some of them on their own first, or send ` +
    'memberTasks keep.',
);
export const tooManyToChange = refusal(
  'too_many_to_change',
  `More than ${MAX_FURTHER_EVENTS} member tasks would change. Give some of them the new values on their own first: ` +
    'those that have the new values do not count.',
);
export const cohortWithoutStart = refusal('cohort_without_start', 'The cohort has no start date.');
const limits = [cohortTaskLimit, newEnrollmentTaskLimit];

class CohortTaskReference {
  @Uuid() cohortTaskId: string;
  @Uuid() cohortId: string;
}

class CohortTaskApplied extends CohortTaskReference {
  @WholeNumber({ description: 'Member tasks that were changed' }) changed: number;
  @WholeNumber({ description: 'Member tasks whose own deadline stood' }) kept: number;
}

export class CohortTaskUpdated extends withFields(CohortTaskApplied) {}

class CohortTaskPublished extends CohortTaskReference {
  @WholeNumber({ description: 'Member tasks that were made' }) assigned: number;
}

class CohortTaskArchived extends CohortTaskReference {
  @WholeNumber({ description: 'Member tasks that were archived with it' }) memberTasksArchived: number;
}

const LIMITS =
  `At most ${MAX_COHORT_TASKS} tasks of a cohort are not archived, and ${MAX_FOR_NEW_ENROLLMENTS} of them are for new ` +
  'enrollments.';

const tasks = resource({
  noun: 'cohort task',
  path: '/cohort-tasks/:cohortTaskId',
  response: CohortTask,
  target: existing('cohort task', taskTables, 'cohort_tasks'),
  read: enrollmentStaff,
  write: administratorsAndDirectors,
});

/** The fields of a new cohort task that audit entries have. */
export const CREATED = ['cohortId', 'deadlineKind', 'newEnrollments'] as const;

export const createCohortTask = tasks.create({
  path: '/cohorts/:cohortId/tasks',
  parent: anyCohort,
  summary: 'Create a task for the members of a cohort',
  description: `The task is a draft, which nobody has. ${LIMITS}`,
  body: CreateCohortTaskRequest,
  event: declareEvent('cohort_task.created', 'A task for a cohort was created, as a draft.', CohortTaskReference),
  refusals: { 403: `${administratorsAndDirectors.forbidden} A deliverable requires OWNER or ADMIN.` },
  reasons: [...cohortClosed, ...limits],
});

export const listCohortTasks = tasks.list({
  path: '/cohorts/:cohortId/tasks',
  parent: cohortWithReachedEnrollments,
  summary: 'List the tasks of a cohort',
  description: 'Newest first. The counts are of the enrollments that the caller reaches.',
  query: CohortTasksQuery,
  mayLag: true,
});

export const getCohortTask = tasks.get({
  description: 'With its deadline rule and its deliverables, in any status.',
  target: reachableCohortTask,
});

export const updateCohortTask = tasks.patch({
  description:
    'The title and the description reach the draft and published member tasks that have the old text. A deadline is found ' +
    'anew for each of them; where it was extended or corrected, the later of the two stands. The deliverable is for tasks ' +
    'that are given from now on.',
  body: UpdateCohortTaskRequest,
  event: declareEvent('cohort_task.updated', 'A task of a cohort was updated.', CohortTaskUpdated),
  alsoEvents: ['member_task.updated'],
  refusals: { 403: `${administratorsAndDirectors.forbidden} A deliverable requires OWNER or ADMIN.` },
  reasons: [...COHORT_TASK.refusalsUnless('draft', 'published'), ...limits, cohortWithoutStart, tooManyToChange],
});

export const publishCohortTask = tasks.command('publish', {
  leadsTo: 'published',
  description:
    'Gives every pending, active or paused enrollment a published member task with a deadline of its own. For more than ' +
    '1,666 enrollments, publish with assignTo none and assign the task in parts.',
  body: PublishCohortTaskRequest,
  event: declareEvent('cohort_task.published', 'A task of a cohort was published.', CohortTaskPublished),
  alsoEvents: [...RECORDED_OF_GIVEN_TASKS],
  reasons: [...COHORT_TASK.refusalsOfMove('published'), ...cohortClosed, cohortWithoutStart, tooManyEnrollments],
});

export const archiveCohortTask = tasks.command('archive', {
  leadsTo: 'archived',
  description: 'By default, member tasks without a submission are archived with it, up to 5,000.',
  body: ArchiveCohortTaskRequest,
  event: declareEvent('cohort_task.archived', 'A task of a cohort was archived.', CohortTaskArchived),
  alsoEvents: ['member_task.archived'],
  reasons: [...COHORT_TASK.refusalsOfMove('archived'), tooManyToArchive],
});

export const assignCohortTask = declareBulk({
  name: 'assign_cohort_task',
  path: '/cohort-tasks/:cohortTaskId/bulk-assignments',
  tag: 'Cohort tasks',
  summary: 'Give a published cohort task to enrollments',
  description: 'Each of the enrollments gets a member task of its own, with the deadline that follows from the rule.',
  access: administratorsAndDirectors,
  target: existing('cohort task', taskTables, 'cohort_tasks'),
  targetType: 'cohort_task',
  action: 'cohort_task.bulk_assigned',
  alsoEvents: [...RECORDED_OF_GIVEN_TASKS],
  body: AssignCohortTaskRequest,
  response: AssignCohortTaskResult,
  refusals: { 403: `${administratorsAndDirectors.forbidden} ${OWN_ITEM}` },
  reasons: [...COHORT_TASK.refusalsUnless('published'), ...cohortClosed, cohortWithoutStart],
});

export const listCohortTaskMembers = tasks.list({
  name: 'list_cohort_task_members',
  path: '/cohort-tasks/:cohortTaskId/member-tasks',
  parent: reachableCohortTask,
  summary: 'List the member tasks of a cohort task',
  description: 'Newest first, of the enrollments that the caller reaches.',
  query: CohortTaskMembersQuery,
  item: CohortTaskMember,
  mayLag: true,
});

export const copyCohortTasks = declareWrite({
  name: 'copy_cohort_tasks',
  path: '/cohorts/:cohortId/task-copies',
  tag: 'Cohort tasks',
  summary: 'Copy tasks of another cohort',
  description:
    'The copies are drafts. Deadlines at an instant shift by the calendar days between the start dates of the cohorts. ' +
    LIMITS,
  access: administratorsAndDirectors,
  target: anyCohort,
  status: 201,
  targetType: 'cohort',
  action: 'cohort.tasks_copied',
  alsoEvents: [createCohortTask.event.name],
  body: CopyCohortTasksRequest,
  response: CopiedCohortTasks,
  refusals: {
    400: 'fromCohortId or a cohortTaskId does not exist, or a start date is missing that a deadline is shifted by.',
    403: `${administratorsAndDirectors.forbidden} Tasks with a deliverable require OWNER or ADMIN.`,
  },
  reasons: [...cohortClosed, ...limits],
});
