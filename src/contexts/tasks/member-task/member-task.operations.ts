import { MEMBER_TASK } from './member-task.entity.js';
import { reachableEnrollment, reachableThroughEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { anyMember, enrollmentStaff } from '#kernel/access';
import { Instant, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { taskTables } from '../tasks.tables.js';
import {
  CreateMemberTaskRequest,
  MemberTask,
  ReopenMemberTaskRequest,
  UpdateMemberTaskRequest,
} from './member-task.dto.js';
import { visibleTask } from './task.policy.js';

export class MemberTaskMoved {
  @Uuid() memberTaskId: string;
  @Uuid() enrollmentId: string;
}

export class MemberTaskPublished extends MemberTaskMoved {
  @Uuid({ nullable: true }) cohortTaskId: string | null;
}

export class MemberTaskCreated extends MemberTaskPublished {
  @Text() title: string;
  @Instant({ nullable: true }) dueAt: string | null;
}

class MemberTaskDue extends MemberTaskMoved {
  @Instant({ nullable: true }) dueAt: string | null;
}

export class MemberTaskUpdated extends withFields(MemberTaskDue) {}

const tasks = resource({
  noun: 'member task',
  path: '/member-tasks/:memberTaskId',
  response: MemberTask,
  target: reachableThroughEnrollment('task', taskTables, 'member_tasks'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

/** The fields of a new task that audit entries have. */
export const CREATED = ['enrollmentId', 'title', 'dueAt'] as const;

export const createMemberTask = tasks.create({
  path: '/enrollments/:enrollmentId/tasks',
  parent: reachableEnrollment,
  summary: 'Create a task for an enrolled member',
  description: 'The task is created as a draft, which the member does not see.',
  body: CreateMemberTaskRequest,
  event: declareEvent(
    'member_task.created',
    'A task was created for an enrolled member, as a draft.',
    MemberTaskCreated,
    2,
  ),
});

export const listMemberTasks = tasks.list({
  path: '/enrollments/:enrollmentId/tasks',
  parent: reachableEnrollment,
  summary: 'List the tasks of an enrollment',
  description: 'In every status, newest first.',
  query: PageQuery,
  mayLag: true,
});

export const getMemberTask = tasks.get({
  description: 'The enrolled member can retrieve their own task once it is published.',
  access: anyMember,
  target: visibleTask,
});

export const updateMemberTask = tasks.patch({
  description: 'A correction of a draft or published task: the deadline may be any instant, or null for none.',
  body: UpdateMemberTaskRequest,
  event: declareEvent('member_task.updated', 'A draft or published task was corrected.', MemberTaskUpdated),
  reasons: MEMBER_TASK.refusalsUnless('draft', 'published'),
});

export const publishMemberTask = tasks.command('publish', {
  leadsTo: 'published',
  description: 'Shows a draft, with its deliverables, to the enrolled member.',
  event: declareEvent('member_task.published', 'A task was published to the enrolled member.', MemberTaskPublished, 2),
  reasons: MEMBER_TASK.refusalsOfMove('published'),
});

export const completeMemberTask = tasks.command('complete', {
  leadsTo: 'completed',
  description: 'A published task only, whether or not something was handed in.',
  event: declareEvent('member_task.completed', 'A published task was completed.', MemberTaskMoved),
  reasons: MEMBER_TASK.refusalsOfMove('completed'),
});

export const reopenMemberTask = tasks.command('reopen', {
  leadsTo: 'published',
  description: 'Takes a completed task back to published: it expects submissions again.',
  body: ReopenMemberTaskRequest,
  event: declareEvent('member_task.reopened', 'A completed task was reopened.', MemberTaskMoved),
  reasons: MEMBER_TASK.refusalsUnless('completed'),
});

export const archiveMemberTask = tasks.command('archive', {
  leadsTo: 'archived',
  description: 'Allowed in any other status. Its deliverables and submissions stay readable and are not changed.',
  event: declareEvent(
    'member_task.archived',
    'A task was archived; it takes no further deliverables or submissions.',
    MemberTaskMoved,
  ),
  reasons: MEMBER_TASK.refusalsOfMove('archived'),
});
