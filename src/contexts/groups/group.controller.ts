import { controllerOf } from '#kernel/operations';
import {
  bulkStartMemberships,
  endGroupMembership,
  listGroupMemberships,
  startGroupMembership,
} from './group-membership.operations.js';
import { GroupMembershipService } from './group-membership.service.js';
import { archiveGroup, createGroup, getGroup, listGroups, updateGroup } from './group.operations.js';
import { GroupService } from './group.service.js';

export class GroupController extends controllerOf(GroupService, {
  list: listGroups,
  get: getGroup,
  create: createGroup,
  update: updateGroup,
  archive: archiveGroup,
}) {}

export class GroupMembershipController extends controllerOf(GroupMembershipService, {
  start: startGroupMembership,
  startAll: bulkStartMemberships,
  list: listGroupMemberships,
  end: endGroupMembership,
}) {}
