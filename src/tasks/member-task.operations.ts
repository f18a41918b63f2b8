import { anyMember, enrollmentStaff } from '../platform/access/access-rule.js';
import { reachableEnrollment, reachableThroughEnrollment } from '../enrollments/enrollments.public.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery, pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { CreateMemberTaskRequest, MemberTask } from './member-task.dto.js';
import { visibleTask } from './task.policy.js';

const tag = 'Member tasks';
const task = reachableThroughEnrollment('member_tasks');
const notStaff = 'The caller can not work on enrollments.';
const unknownEnrollment = "The enrollment is unknown, of another organization, or outside of the caller's scope.";
const unknown = "The task is unknown, of another organization, or outside of the caller's scope.";

export class MemberTaskCreated {
  @Uuid()
  memberTaskId: string;

  @Uuid()
  enrollmentId: string;

  @Text()
  title: string;

  @Instant({ nullable: true })
  dueAt: string | null;
}

export class MemberTaskMoved {
  @Uuid()
  memberTaskId: string;

  @Uuid()
  enrollmentId: string;
}

export const memberTaskCreated = declareEvent({
  name: 'member_task.created',
  summary: 'An enrolled member has a new task, not published yet.',
  data: MemberTaskCreated,
});

export const memberTaskPublished = declareEvent({
  name: 'member_task.published',
  summary: 'The enrolled member sees the task from now on.',
  data: MemberTaskMoved,
});

export const memberTaskCompleted = declareEvent({
  name: 'member_task.completed',
  summary: 'A published task is done.',
  data: MemberTaskMoved,
});

export const memberTaskArchived = declareEvent({
  name: 'member_task.archived',
  summary: 'A task was put away; it takes no deliverables or submissions any more.',
  data: MemberTaskMoved,
});

export const createMemberTask = declareWrite({
  name: 'create_member_task',
  method: 'POST',
  path: '/enrollments/:enrollmentId/tasks',
  tag,
  summary: 'Create a task for an enrolled member',
  description: 'The task begins as a draft, which the member does not see.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  body: CreateMemberTaskRequest,
  response: MemberTask,
  status: 201,
  targetType: 'member_task',
  event: memberTaskCreated,
  refusals: { 403: notStaff, 404: unknownEnrollment },
});

export const listMemberTasks = declareRead({
  name: 'list_member_tasks',
  path: '/enrollments/:enrollmentId/tasks',
  tag,
  summary: 'List the tasks of an enrollment',
  description: 'In every status, newest first.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: PageQuery,
  response: pageOf(MemberTask),
  refusals: { 400: 'limit or cursor is not usable.', 403: notStaff, 404: unknownEnrollment },
});

export const getMemberTask = declareRead({
  name: 'get_member_task',
  path: '/member-tasks/:memberTaskId',
  tag,
  summary: 'Read a task',
  description: 'The enrolled member reads their own task once it is published.',
  access: anyMember,
  target: visibleTask,
  response: MemberTask,
  refusals: { 403: 'The caller has neither a role nor an enrollment that needs tasks.', 404: unknown },
});

export const publishMemberTask = declareWrite({
  name: 'publish_member_task',
  method: 'POST',
  path: '/member-tasks/:memberTaskId/publish',
  tag,
  summary: 'Publish a task',
  description: 'Shows a draft, with its deliverables, to the enrolled member.',
  access: enrollmentStaff,
  target: task,
  response: MemberTask,
  status: 200,
  targetType: 'member_task',
  event: memberTaskPublished,
  refusals: { 403: notStaff, 404: unknown, 409: 'The task is no draft, or another request holds it.' },
});

export const completeMemberTask = declareWrite({
  name: 'complete_member_task',
  method: 'POST',
  path: '/member-tasks/:memberTaskId/complete',
  tag,
  summary: 'Complete a task',
  access: enrollmentStaff,
  target: task,
  response: MemberTask,
  status: 200,
  targetType: 'member_task',
  event: memberTaskCompleted,
  refusals: { 403: notStaff, 404: unknown, 409: 'The task is not published, or another request holds it.' },
});

export const archiveMemberTask = declareWrite({
  name: 'archive_member_task',
  method: 'POST',
  path: '/member-tasks/:memberTaskId/archive',
  tag,
  summary: 'Archive a task',
  description: 'From any other status. Its deliverables and submissions stay readable and are not changed.',
  access: enrollmentStaff,
  target: task,
  response: MemberTask,
  status: 200,
  targetType: 'member_task',
  event: memberTaskArchived,
  refusals: { 403: notStaff, 404: unknown, 409: 'The task is archived already, or another request holds it.' },
});
