import { controllerOf } from '#kernel/operations';
import {
  archiveMemberTask,
  completeMemberTask,
  createMemberTask,
  getMemberTask,
  listMemberTasks,
  publishMemberTask,
  reopenMemberTask,
  updateMemberTask,
} from './member-task.operations.js';
import { MemberTaskService } from './member-task.service.js';

export class MemberTaskController extends controllerOf(MemberTaskService, {
  create: createMemberTask,
  list: listMemberTasks,
  get: getMemberTask,
  update: updateMemberTask,
  publish: publishMemberTask,
  complete: completeMemberTask,
  reopen: reopenMemberTask,
  archive: archiveMemberTask,
}) {}
