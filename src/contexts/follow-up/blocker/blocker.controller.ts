import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { getBlocker, listBlockers, openBlocker, resolveBlocker, updateBlocker } from './blocker.operations.js';
import { BlockerService } from './blocker.service.js';

@Controller()
export class BlockerController {
  constructor(private readonly blockers: BlockerService) {}

  @Operation(openBlocker)
  open(uow: UnitOfWork, { params, body }: InputOf<typeof openBlocker>) {
    return this.blockers.open(uow, params.enrollmentId, body);
  }

  @Operation(listBlockers)
  list(scope: Scope, { params, query }: InputOf<typeof listBlockers>) {
    return this.blockers.list(scope, params.enrollmentId, query);
  }

  @Operation(getBlocker)
  get(scope: Scope, { params }: InputOf<typeof getBlocker>) {
    return this.blockers.get(scope, params.blockerId);
  }

  @Operation(updateBlocker)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateBlocker>) {
    return this.blockers.update(uow, params.blockerId, body);
  }

  @Operation(resolveBlocker)
  resolve(uow: UnitOfWork, { params, body }: InputOf<typeof resolveBlocker>) {
    return this.blockers.resolve(uow, params.blockerId, body.resolution);
  }
}
