import { Controller } from '@nestjs/common';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { endGroupMembership, startGroupMembership } from './group-membership.operations.js';
import { GroupMembershipService } from './group-membership.service.js';
import type { Group } from './group.dto.js';

@Controller()
export class GroupMembershipController {
  constructor(private readonly memberships: GroupMembershipService) {}

  @Operation(startGroupMembership)
  start(uow: UnitOfWork, { params, body }: InputOf<typeof startGroupMembership>): Promise<Group> {
    return this.memberships.start(uow, params.groupId, body.enrollmentId);
  }

  @Operation(endGroupMembership)
  end(uow: UnitOfWork, { params }: InputOf<typeof endGroupMembership>): Promise<Group> {
    return this.memberships.end(uow, params.groupMembershipId);
  }
}
