import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createSpace, getSpace, listSpaces, markSpaceRead, updateSpace } from './space.operations.js';
import { readSpace, readSpaces } from './space.reader.js';
import { SpaceService } from './space.service.js';

@Controller()
export class SpaceController {
  constructor(private readonly spaces: SpaceService) {}

  @Operation(createSpace)
  create(uow: UnitOfWork, { body }: InputOf<typeof createSpace>) {
    return this.spaces.create(uow, body);
  }

  @Operation(listSpaces)
  list(scope: Scope, { query }: InputOf<typeof listSpaces>) {
    return readSpaces(scope, query);
  }

  @Operation(getSpace)
  get(scope: Scope, { params }: InputOf<typeof getSpace>) {
    return readSpace(scope, params.spaceId);
  }

  @Operation(updateSpace)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateSpace>) {
    return this.spaces.update(uow, params.spaceId, body);
  }

  @Operation(markSpaceRead)
  markRead(uow: UnitOfWork, { params, body }: InputOf<typeof markSpaceRead>) {
    return this.spaces.markRead(uow, params.spaceId, body);
  }
}
