import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  bulkStartMemberships,
  endGroupMembership,
  listGroupMemberships,
  startGroupMembership,
} from './group-membership.operations.js';
import { GroupMembershipService } from './group-membership.service.js';
import { archiveGroup, createGroup, getGroup, listGroups, updateGroup } from './group.operations.js';
import { GroupService } from './group.service.js';

@Controller()
export class GroupController {
  constructor(
    private readonly groups: GroupService,
    private readonly memberships: GroupMembershipService,
  ) {}

  @Operation(listGroups)
  list(scope: Scope, { query }: InputOf<typeof listGroups>) {
    return this.groups.list(scope, query);
  }

  @Operation(getGroup)
  get(scope: Scope, { params }: InputOf<typeof getGroup>) {
    return this.groups.get(scope, params.groupId);
  }

  @Operation(createGroup)
  create(uow: UnitOfWork, { body }: InputOf<typeof createGroup>) {
    return this.groups.create(uow, body);
  }

  @Operation(updateGroup)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateGroup>) {
    return this.groups.update(uow, params.groupId, body);
  }

  @Operation(archiveGroup)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveGroup>) {
    return this.groups.archive(uow, params.groupId);
  }

  @Operation(startGroupMembership)
  startMembership(uow: UnitOfWork, { params, body }: InputOf<typeof startGroupMembership>) {
    return this.memberships.start(uow, params.groupId, body.enrollmentId);
  }

  @Operation(bulkStartMemberships)
  startMemberships(uow: UnitOfWork, { params, body }: InputOf<typeof bulkStartMemberships>) {
    return this.memberships.startAll(uow, params.groupId, body);
  }

  @Operation(listGroupMemberships)
  listMemberships(scope: Scope, { params, query }: InputOf<typeof listGroupMemberships>) {
    return this.memberships.list(scope, params.groupId, query);
  }

  @Operation(endGroupMembership)
  endMembership(uow: UnitOfWork, { params }: InputOf<typeof endGroupMembership>) {
    return this.memberships.end(uow, params.groupMembershipId);
  }
}
