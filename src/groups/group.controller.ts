import { Controller } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { Scope } from '../platform/persistence/scope.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { Group } from './group.dto.js';
import { archiveGroup, createGroup, getGroup, listGroups, updateGroup } from './group.operations.js';
import { GroupService } from './group.service.js';

@Controller()
export class GroupController {
  constructor(private readonly groups: GroupService) {}

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
}
