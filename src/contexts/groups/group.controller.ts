import { Controller } from '@nestjs/common';
import { type BulkResult, type InputOf, Operation } from '#kernel/operations';
import type { Page } from '#kernel/lists';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  bulkStartMemberships,
  endGroupMembership,
  listGroupMemberships,
  startGroupMembership,
} from './group-membership.operations.js';
import { GroupMembershipService } from './group-membership.service.js';
import type { Group, GroupMembership } from './group.dto.js';
import { archiveGroup, createGroup, getGroup, listGroups, updateGroup } from './group.operations.js';
import { GroupService } from './group.service.js';

@Controller()
export class GroupController {
  constructor(
    private readonly groups: GroupService,
    private readonly memberships: GroupMembershipService,
  ) {}

  @Operation(listGroups)
  list(scope: Scope, { query }: InputOf<typeof listGroups>): Promise<Page<Group>> {
    return this.groups.list(scope, query);
  }

  @Operation(getGroup)
  get(scope: Scope, { params }: InputOf<typeof getGroup>): Promise<Group> {
    return this.groups.get(scope, params.groupId);
  }

  @Operation(createGroup)
  create(uow: UnitOfWork, { body }: InputOf<typeof createGroup>): Promise<Group> {
    return this.groups.create(uow, body);
  }

  @Operation(updateGroup)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateGroup>): Promise<Group> {
    return this.groups.update(uow, params.groupId, body);
  }

  @Operation(archiveGroup)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveGroup>): Promise<Group> {
    return this.groups.archive(uow, params.groupId);
  }

  @Operation(startGroupMembership)
  startMembership(uow: UnitOfWork, { params, body }: InputOf<typeof startGroupMembership>): Promise<Group> {
    return this.memberships.start(uow, params.groupId, body.enrollmentId);
  }

  @Operation(bulkStartMemberships)
  startMemberships(uow: UnitOfWork, { params, body }: InputOf<typeof bulkStartMemberships>): Promise<BulkResult> {
    return this.memberships.startAll(uow, params.groupId, body);
  }

  @Operation(listGroupMemberships)
  listMemberships(
    scope: Scope,
    { params, query }: InputOf<typeof listGroupMemberships>,
  ): Promise<Page<GroupMembership>> {
    return this.memberships.list(scope, params.groupId, query);
  }

  @Operation(endGroupMembership)
  endMembership(uow: UnitOfWork, { params }: InputOf<typeof endGroupMembership>): Promise<Group> {
    return this.memberships.end(uow, params.groupMembershipId);
  }
}
